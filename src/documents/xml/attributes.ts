import { escapeAttribute } from './escape.js';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const ENTITY = /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(lt|gt|quot|apos|amp));/g;

/** The value of an attribute as it is written. */
export function decodeAttribute(raw: string): string {
  return raw.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const ATTRIBUTE = /(\s)([\w:.-]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;

const TAG = /<([A-Za-z][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/g;

/**
 * An opening tag with other values of its attributes.
 *
 * @param change answers the new value, or undefined where it stays
 */
export function changeAttributes(
  tag: string,
  change: (name: string, value: string) => string | undefined,
): string {
  return tag.replace(
    ATTRIBUTE,
    (whole, blank: string, name: string, equals: string, double?: string, single?: string) => {
      const value = decodeAttribute(double ?? single ?? '');
      const fresh = change(name, value);
      return fresh === undefined || fresh === value
        ? whole
        : `${blank}${name}${equals}"${escapeAttribute(fresh)}"`;
    },
  );
}

/** A text of XML with other values of attributes in the tags of some elements. */
export function changeTags(
  source: string,
  elements: ReadonlySet<string>,
  change: (element: string, name: string, value: string) => string | undefined,
): string {
  return source.replace(TAG, (tag, element: string) =>
    elements.has(element) ? changeAttributes(tag, (name, value) => change(element, name, value)) : tag,
  );
}
