// A document. Run: node file.js report.docx en report_en.docx
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Kotobashi } from '@kotobashi/client';

const [, , path = '', to = 'en', out = ''] = process.argv;
const { KOTOBASHI_URL, KOTOBASHI_ACCESS_KEY, KOTOBASHI_SECRET_KEY } = process.env;
const kotobashi = new Kotobashi({
  baseUrl: KOTOBASHI_URL,
  authentication: { accessKey: KOTOBASHI_ACCESS_KEY, secretKey: KOTOBASHI_SECRET_KEY },
});

const contracts = await kotobashi.account.contracts();
const contract = contracts.find(({ kind }) => kind === 'file');
const file = { name: basename(path), content: new Uint8Array(await readFile(path)) };
const translated = await kotobashi.files.translate(file, {
  to,
  contractId: contract?.id,
  onProgress: ({ items }) => console.log(items[0]?.progress),
});
await writeFile(out, translated);
