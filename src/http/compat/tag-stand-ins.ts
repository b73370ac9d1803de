import { scanTags, type Tag } from '../../translate/spans/tags.js';

/** What a client says about the tags in its texts; names in lower case. */
export interface TagRules {
  /** Kept with all that they hold. */
  readonly ignored: ReadonlySet<string>;
  /** A sentence ends at them. */
  readonly splitting: ReadonlySet<string>;
  /** A sentence runs across them. */
  readonly joining: ReadonlySet<string>;
}

/** A text with other tags in the place of those that have rules, and the way back. */
export interface StandIns {
  readonly text: string;
  restore(translated: string): string;
}

interface Kept {
  readonly opening: string;
  readonly closing: string;
}

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Elements that are never closed. */
const VOID = new Set([
  'br',
  'hr',
  'img',
  'input',
  'wbr',
  'meta',
  'link',
  'area',
  'base',
  'col',
  'embed',
  'source',
]);
const STAND_IN = /<(\/?)(?:hr )?kx(\d{1,9})\/?>/g;

/**
 * The pipeline knows by name which tags of HTML end a sentence, and keeps those that it does not know inside of one. A rule
 * of the caller is carried out by giving it tags that it treats in the wanted way, `<kx1/>`, `<kx2>…</kx2>` and `<hr kx3>`,
 * and putting the caller's back afterwards. One pass over the text, and one over the translation.
 */
export function standIns(text: string, rules: TagRules): StandIns {
  const tags = [...scanTags(text)].filter(({ name }) => hasRule(name, rules));
  if (tags.length === 0) return { text, restore: (translated) => translated };
  const kept = new Map<number, Kept>();
  let next = firstFree(text);
  const keep = (opening: string, closing = ''): number => {
    kept.set(next, { opening, closing });
    next += 1;
    return next - 1;
  };
  const partners = partnersOf(tags);
  const placed: Placed[] = [];
  const numbers = new Map<Tag, number>();
  let ignoredUntil = 0;
  for (const tag of tags) {
    const { start, end, name } = tag;
    if (start < ignoredUntil) continue;
    const partner = partners.get(tag);
    const source = text.slice(start, end);
    if (rules.ignored.has(name)) {
      ignoredUntil = partner !== undefined && !tag.closing ? partner.end : end;
      const whole = text.slice(start, ignoredUntil);
      placed.push({ start, end: ignoredUntil, text: `<kx${keep(whole)}/>` });
    } else if (rules.splitting.has(name)) {
      placed.push({ start, end, text: `<hr kx${keep(source)}>` });
    } else if (partner === undefined) {
      placed.push({ start, end, text: `<kx${keep(source)}/>` });
    } else if (!tag.closing) {
      const number = keep(source, text.slice(partner.start, partner.end));
      numbers.set(partner, number);
      placed.push({ start, end, text: `<kx${number}>` });
    } else {
      placed.push({ start, end, text: `</kx${numbers.get(tag) ?? keep('', source)}>` });
    }
  }
  return {
    text: spliced(text, placed),
    restore: (translated) =>
      translated.replace(STAND_IN, (found, slash: string, number: string) => {
        const original = kept.get(Number(number));
        return original === undefined ? found : slash === '/' ? original.closing : original.opening;
      }),
  };
}

function hasRule(name: string, { ignored, splitting, joining }: TagRules): boolean {
  return ignored.has(name) || splitting.has(name) || joining.has(name);
}

/** A number that no tag like ours has in the text. */
function firstFree(text: string): number {
  let highest = 0;
  for (const [, number] of text.matchAll(/kx(\d{1,8})/g)) highest = Math.max(highest, Number(number));
  return highest + 1;
}

/** Opening tag → its closing tag, and the other way round. */
function partnersOf(tags: readonly Tag[]): ReadonlyMap<Tag, Tag> {
  const partners = new Map<Tag, Tag>();
  const open = new Map<string, Tag[]>();
  for (const tag of tags) {
    if (tag.selfClosing || VOID.has(tag.name)) continue;
    const waiting = open.get(tag.name) ?? [];
    open.set(tag.name, waiting);
    if (!tag.closing) {
      waiting.push(tag);
      continue;
    }
    const opener = waiting.pop();
    if (opener === undefined) continue;
    partners.set(opener, tag);
    partners.set(tag, opener);
  }
  return partners;
}

function spliced(text: string, placed: readonly Placed[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: standIn } of placed) {
    pieces.push(text.slice(at, start), standIn);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
