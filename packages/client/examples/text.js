// Text: one, several, sentence by sentence. Run: node text.js
import { Kotobashi } from '@kotobashi/client';

const { KOTOBASHI_URL, KOTOBASHI_ACCESS_KEY, KOTOBASHI_SECRET_KEY, KOTOBASHI_CONTRACT } = process.env;
const kotobashi = new Kotobashi({
  baseUrl: KOTOBASHI_URL,
  authentication: { accessKey: KOTOBASHI_ACCESS_KEY, secretKey: KOTOBASHI_SECRET_KEY },
  contractId: KOTOBASHI_CONTRACT,
});

console.log(await kotobashi.translate('このかばんはいくらですか。', { to: 'en' }));

const { texts, wordCount } = await kotobashi.translate(['朝食', '夕食'], { from: 'ja', to: 'en' });
console.log(texts, wordCount);

const long = await kotobashi.translateLong('It rains.\n'.repeat(2000), {
  from: 'en',
  to: 'ja',
  onProgress: ({ done, total }) => console.log(`${done} of ${total} sentences`),
});
console.log(long.split('\n').length);

const { explain } = await kotobashi.translations.stream(['今日は雨です。明日は晴れます。'], {
  to: 'en',
  alternatives: 2,
  onSentence: ({ sentence, target }) => console.log(sentence, target),
});
for (const { target, quality, alternatives } of explain[0]?.sentences ?? []) {
  console.log(quality, target, alternatives);
}
