import type { Archive } from '../archive/archive.js';
import { documentOf, type OnOverflow, type OpenDocument, type TakeUnit } from '../document.js';
import { FileRefused } from '../file-problems.js';
import { FollowedTexts } from './followed-texts.js';

/** Turns the text of one part into that of the translated one. */
export type PartTranslator = (source: string, take: TakeUnit) => string;

export interface PackageRules {
  /** The part without which the archive is no document of the format. */
  readonly main: string;
  /** Whether texts that differ in nothing but case are one text: spreadsheets compare and look up like that. */
  readonly ignoresCase?: boolean;
  /** How a part is translated; undefined for parts without text. */
  translatorOf(name: string): PartTranslator | undefined;
  /** Changes to other parts of a document in which something was translated. */
  finish?(changed: Map<string, string>, archive: Archive, texts: FollowedTexts, onOverflow: OnOverflow): void;
}

/** A document that is an archive of XML parts. Parts without a change are written back as they were. */
export function packageDocument(archive: Archive, rules: PackageRules): OpenDocument {
  if (!archive.has(rules.main)) {
    throw new FileRefused(archive.has('EncryptedPackage') ? 'encrypted' : 'mismatch');
  }
  const names = archive.names.filter((name) => rules.translatorOf(name) !== undefined).sort(naturally);
  return documentOf((take) => {
    const changed = new Map<string, string>();
    const texts = new FollowedTexts();
    const takeAndNote: TakeUnit = (text) => {
      const translation = take(rules.ignoresCase === true ? texts.firstSpelling(text) : text);
      if (translation !== undefined) texts.add(text, translation);
      return translation;
    };
    for (const name of names) {
      const source = archive.text(name);
      if (source === undefined) continue;
      const text = rules.translatorOf(name)?.(source, takeAndNote) ?? source;
      if (text !== source) changed.set(name, text);
    }
    return (onOverflow) => {
      if (changed.size > 0) rules.finish?.(changed, archive, texts, onOverflow);
      return archive.write(changed);
    };
  });
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** slide2 before slide10. */
function naturally(a: string, b: string): number {
  return COLLATOR.compare(a, b);
}

/** Replaces parts by what `change` makes of them. */
export function changeParts(
  changed: Map<string, string>,
  archive: Archive,
  pattern: RegExp,
  change: (text: string) => string,
): void {
  for (const name of archive.names.filter((part) => pattern.test(part))) {
    const before = changed.get(name) ?? archive.text(name);
    if (before === undefined) continue;
    const after = change(before);
    if (after !== before) changed.set(name, after);
  }
}
