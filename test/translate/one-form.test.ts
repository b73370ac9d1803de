import { expect, it } from 'vitest';
import { withOneForm } from '#src/translate/names/one-form.js';

const pair = (source: string, target: string) => ({ from: 'en', source, target });

it('a name has the form of its first mention in the whole text', () => {
  const pairs = [
    pair('We met Whitfield.', 'ホイットフィールドに会った。'),
    pair('I trust Whitfield and Anna Zwolinski.', 'ウィットフィールドとAnna Zwolinskiを信用している。'),
    pair('Yesterday Zwolinski came.', '昨日ズウォリンスキーが来た。'),
    pair('They saw Zwolinski.', '彼らはZwolinskiを見た。'),
  ];
  expect(withOneForm(pairs, 'ja')).toEqual([
    'ホイットフィールドに会った。',
    // Half a name in katakana would be worse.
    'ホイットフィールドとAnna Zwolinskiを信用している。',
    '昨日ズウォリンスキーが来た。',
    '彼らはズウォリンスキーを見た。',
  ]);
});

it('what only stands in Latin letters stays so, and other words stay as they are', () => {
  const pairs = [
    pair('We use Kubernetes and Docker.', 'KubernetesとDockerを使う。'),
    pair('They like Docker.', '彼らはDockerが好きだ。'),
    pair('She asked for coffee in Paris.', '彼女はパリでコーヒーを頼んだ。'),
  ];
  expect(withOneForm(pairs, 'ja')).toEqual(pairs.map(({ target }) => target));
});
