import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
} from '@formatjs/icu-messageformat-parser';
import { hasText, type TakeUnit } from '../document.js';
import { escapeTags, translateInline, unescapeTags } from '../inline.js';
import type { InlineToken } from '../inline-token.js';

type Choice = PluralElement | SelectElement;

/** Sentences that one message may stand for; beyond, its choices stay as they are. */
const MOST_SENTENCES = 24;

/**
 * Translates a message with ICU arguments. A choice inside a sentence (`You have {n, plural, …} in your cart`) is moved
 * around it, so that each form is a whole sentence: what the guides of ICU ask for, and all that a translator can
 * work with. Undefined where nothing changes; text without choices is left to the caller.
 */
function translateMessage(source: string, take: TakeUnit): string | undefined {
  const elements = parsed(source);
  if (elements === undefined) return undefined;
  let changed = false;
  const write = (message: readonly MessageFormatElement[], plural: boolean): string => {
    const at = message.findIndex(isChoice);
    const choice = message[at];
    if (choice === undefined || !isChoice(choice)) {
      const tokens = tokensOf(message, source, plural);
      const translated = translateInline(tokens, take);
      changed ||= translated !== undefined;
      return (translated ?? tokens)
        .map((token) => (token.kind === 'text' ? quoted(token.text, plural) : token.source))
        .join('');
    }
    const inPlural = plural || isPluralElement(choice);
    const options = Object.entries(choice.options).map(([name, { value }]) => {
      const whole = [...message.slice(0, at), ...value, ...message.slice(at + 1)];
      return `${name} {${write(whole, inPlural)}}`;
    });
    return `{${headOf(choice)} ${options.join(' ')}}`;
  };
  const text = write(elements, false);
  return changed && isValid(text) ? text : undefined;
}

/** Whether a string is a message with choices, and few enough of them to be spelled out. */
function isChoiceMessage(source: string): boolean {
  if (!/\{[^{}]*,\s*(?:plural|select|selectordinal)\s*,/.test(source)) return false;
  const elements = parsed(source);
  return elements?.some(isChoice) === true && sentencesOf(elements) <= MOST_SENTENCES;
}

function parsed(source: string): MessageFormatElement[] | undefined {
  try {
    return parse(source, { captureLocation: true, ignoreTag: true, requiresOtherClause: false });
  } catch {
    return undefined;
  }
}

function isValid(text: string): boolean {
  return parsed(text) !== undefined;
}

function isChoice(element: MessageFormatElement): element is Choice {
  return isPluralElement(element) || isSelectElement(element);
}

function sentencesOf(elements: readonly MessageFormatElement[]): number {
  let product = 1;
  for (const element of elements) {
    if (!isChoice(element)) continue;
    product *= Object.values(element.options).reduce((sum, { value }) => sum + sentencesOf(value), 0);
  }
  return product;
}

function headOf(choice: Choice): string {
  if (isSelectElement(choice)) return `${choice.value}, select,`;
  const kind = choice.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
  return `${choice.value}, ${kind},${choice.offset === 0 ? '' : ` offset:${choice.offset}`}`;
}

function tokensOf(elements: readonly MessageFormatElement[], source: string, plural: boolean): InlineToken[] {
  return elements.map((element): InlineToken => {
    const { location } = element;
    const raw = location === undefined ? '' : source.slice(location.start.offset, location.end.offset);
    if (element.type === 0) return { kind: 'text', text: element.value, style: 0 };
    // A bare `#` means a number only inside of a plural, which by now stands around the whole sentence.
    return { kind: 'object', source: element.type === 7 && !plural ? "'#'" : raw };
  });
}

/** Text as ICU writes it: braces are quoted, and an apostrophe is two. */
function quoted(text: string, plural: boolean): string {
  const escaped = text.replaceAll("'", "''");
  return escaped.replace(plural ? /[{}#]/g : /[{}]/g, "'$&'");
}

/** A string of a resource file: a message with choices, or plain text with placeholders that the pipeline keeps. */
export function translateResource(source: string, take: TakeUnit): string | undefined {
  if (isChoiceMessage(source)) return translateMessage(source, take);
  const translation = hasText(source) ? take(escapeTags(source)) : undefined;
  return translation === undefined ? undefined : unescapeTags(translation);
}
