// Terms: add, use, check what others have translated. Run: node words.js
import { Kotobashi } from '@kotobashi/client';

const { KOTOBASHI_URL, KOTOBASHI_ACCESS_KEY, KOTOBASHI_SECRET_KEY, KOTOBASHI_CONTRACT } = process.env;
const kotobashi = new Kotobashi({
  baseUrl: KOTOBASHI_URL,
  authentication: { accessKey: KOTOBASHI_ACCESS_KEY, secretKey: KOTOBASHI_SECRET_KEY },
  contractId: KOTOBASHI_CONTRACT,
});

await kotobashi.dictionary.add({ fromLang: 'en', fromText: 'coupler', toLang: 'ja', toText: '継手' });
console.log(await kotobashi.translate('Fasten the coupler.', { from: 'en', to: 'ja' }));

const pairs = [{ source: 'Replace both couplers.', target: '両方のカプラーを交換します。' }];
const { findings } = await kotobashi.terms.check(pairs, { from: 'en', to: 'ja' });
for (const { found, toText, kind } of findings) console.log(`${found} → ${toText}: ${kind}`);
