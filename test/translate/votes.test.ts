import { describe, expect, it } from 'vitest';
import { formatVotes, tellsVotes, votesIn, withoutVotesBehind } from '#src/translate/quantities/votes.js';

function told(text: string, from: string, to: string): string[] {
  return votesIn(text, from).map((votes) => formatVotes(votes, to));
}

describe('votes', () => {
  it.each([
    ['採決の結果、賛成3名、反対1名で可決された。', 'ja', 'en', '3 votes in favor and 1 against'],
    ['賛成５、反対２、棄権１により承認', 'ja', 'zh-CN', '5票赞成、2票反对、1票弃权'],
    ['賛成12、反対なしで可決', 'ja', 'en', '12 votes in favor and none against'],
    ['会议以三票赞成、一票反对通过', 'zh-CN', 'ja', '賛成3、反対1'],
    ['赞成11票，反对4票，弃权2票', 'zh-CN', 'en', '11 votes in favor, 4 against and 2 abstentions'],
    ['以八票贊成、無人反對、一票棄權', 'zh-TW', 'ja', '賛成8、反対なし、棄権1'],
    ['carried with three votes in favour and one against', 'en', 'ja', '賛成3、反対1'],
    ['Votes: 3 in favor, 1 against, 2 abstentions.', 'en', 'zh-TW', '3票贊成、1票反對、2票棄權'],
  ])('are told side by side: %s', (text, from, to, expected) => {
    expect(told(text, from, to)).toEqual([expected]);
  });

  it.each([
    ['The vote was seven to five in favor, with two abstentions.', 'en'],
    ['88 voted in favor, 31 against, and 12 abstained.', 'en'],
    ['Three arguments for and one against it', 'en'],
    ['賛成の意見が3件、反対の意見が1件', 'ja'],
    ['我同意，三人反对', 'zh-CN'],
  ])('are left to the model where they are not told so: %s', (text, from) => {
    expect(votesIn(text, from)).toEqual([]);
  });

  it.each([
    ['It passed, three in favor and one against.', 'en', true],
    ['It passed by three votes to one.', 'en', true],
    ['It passed by three in favor and one in favor.', 'en', false],
    ['経表决，3票赞成，1票反对。', 'zh-CN', true],
    ['经表决，1票赞成，3票反对。', 'zh-CN', false],
  ])('have to stand in a translation: %s', (translation, to, expected) => {
    const [votes] = votesIn('賛成3名、反対1名で可決された。', 'ja');
    expect(votes !== undefined && tellsVotes(votes, translation, to)).toBe(expected);
  });

  it('end where they are told', () => {
    expect(withoutVotesBehind('投票：賛成3、棄権2票。', '賛成3、棄権2')).toBe('投票：賛成3、棄権2。');
  });
});
