import type { Lang } from '../../base/lang.js';
import type { SourceUse } from './english-agreement.js';
import type { FormKind } from './english-forms.js';

/** Behind the stem of a Japanese verb; the first that fits. */
const JAPANESE: readonly (readonly [SourceUse, RegExp])[] = [
  ['gerund', /^.{0,3}?(?:ずに|ながら|ないで(?!くだ|下|ほし)|前に)/u],
  ['passive', /^(?:され|られ|[かがさたなばまらわ]れ)/u],
  ['progressive', /^.{0,2}?[てで](?:い[るたまな]|る|た|おり)/u],
  ['plain', /^.{0,4}?(?:な[いくけ]|なかった|ません)/u],
  ['past', /^.{0,2}?(?:まし)?[ただ](?![いくめび])/u],
];

/** What the form of a term in the source says: tense, voice, aspect. */
export function sourceUse(from: Lang, kind: FormKind, before: string, after: string): SourceUse {
  if (from === 'ja') {
    // 装置は分解できない: what can be done to a thing is told of the thing.
    if (/^でき/u.test(after) && !/を[^、。]*$/u.test(before)) return 'passive';
    return JAPANESE.find(([, pattern]) => pattern.test(after))?.[0] ?? 'plain';
  }
  if (from.startsWith('zh')) {
    if (/被[^，。]{0,6}$/u.test(before)) return 'passive';
    if (/(?:正在|正|在)$/u.test(before) || /^着/u.test(after)) return 'progressive';
    if (/[不没沒未]$|没有$/u.test(before)) return 'plain';
    return /^[了过過]/u.test(after) ? 'past' : 'plain';
  }
  return kind === 'past' ? 'past' : kind === 'ing' ? 'progressive' : 'plain';
}
