import type { Lang } from '../../base/lang.js';
import { japaneseFirms } from '../names/firms/companies.js';
import type { RememberedName } from '../pipeline-types.js';
import type { Edit } from './plain-comparisons.js';

/** Behind a firm, and not the 様 of 様式. */
const HONORIFIC = /^[ 　]?(?:御中|様(?![式々相子態])|さま|さん|殿)/u;
const LONGEST_HONORIFIC = 3;

/**
 * 株式会社サンプル様 as 株式会社サンプル: models take what is said behind a firm for somebody (先生, "for you"). Only Japanese speaks so of
 * firms.
 *
 * @param names of the text, with the firms that another sentence names in full
 */
export function plainFirms(text: string, from: Lang, names: readonly RememberedName[] = []): readonly Edit[] {
  if (from !== 'ja' || !/御中|様|さま|さん|殿/u.test(text)) return [];
  const known = names.filter(({ isFirm }) => isFirm === true);
  const ends = [
    ...japaneseFirms(text).map(({ end }) => end),
    ...known.flatMap(({ written }) => endsOf(written, text)),
  ];
  return [...new Set(ends)]
    .sort((a, b) => a - b)
    .flatMap((start): Edit[] => {
      const [said] = HONORIFIC.exec(text.slice(start, start + LONGEST_HONORIFIC)) ?? [];
      return said === undefined ? [] : [{ start, end: start + said.length, parts: [] }];
    });
}

function endsOf(written: string, text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1))
    ends.push(at + written.length);
  return ends;
}
