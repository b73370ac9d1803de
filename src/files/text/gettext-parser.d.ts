declare module 'gettext-parser' {
  export interface GetTextTranslation {
    msgctxt?: string;
    msgid: string;
    msgid_plural?: string;
    msgstr: string[];
    comments?: Readonly<Record<string, string>>;
  }
  export interface GetTextTranslations {
    charset: string;
    headers: Record<string, string> | undefined;
    translations: Record<string, Record<string, GetTextTranslation>>;
    obsolete?: Record<string, Record<string, GetTextTranslation>>;
  }
  export const po: {
    parse(input: Uint8Array | string, options?: { validation?: boolean }): GetTextTranslations;
    compile(data: GetTextTranslations, options?: { foldLength?: number; eol?: string }): Buffer;
  };
}
