/** One text as clients of other vendors would send it. */
export interface VendorCall {
  readonly vendor: 'deepl' | 'libretranslate' | 'google' | 'microsoft';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function vendorCalls(base: string, key: string, text: string): readonly VendorCall[] {
  const json = { 'content-type': 'application/json' };
  return [
    {
      vendor: 'deepl',
      url: `${base}/v2/translate`,
      headers: { ...json, authorization: `DeepL-Auth-Key ${key}` },
      body: JSON.stringify({ text: [text], source_lang: 'JA', target_lang: 'EN-US' }),
    },
    {
      vendor: 'libretranslate',
      url: `${base}/translate`,
      headers: json,
      body: JSON.stringify({ q: text, source: 'ja', target: 'en', api_key: key }),
    },
    {
      vendor: 'google',
      url: `${base}/language/translate/v2`,
      headers: { ...json, 'x-goog-api-key': key },
      body: JSON.stringify({ q: [text], source: 'ja', target: 'en', format: 'text' }),
    },
    {
      vendor: 'microsoft',
      url: `${base}/translate?api-version=3.0&from=ja&to=en`,
      headers: { ...json, 'ocp-apim-subscription-key': key },
      body: JSON.stringify([{ Text: text }]),
    },
  ];
}

/** Sends a call; one that is not answered by the phrase pair would measure something else. */
export async function sendCall({ url, headers, body }: VendorCall, expected: string): Promise<void> {
  const answer = await (await fetch(url, { method: 'POST', headers, body })).text();
  if (!answer.includes(expected)) throw new Error(`${url} answered ${answer.slice(0, 200)}`);
}
