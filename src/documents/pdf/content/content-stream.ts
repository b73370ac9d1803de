/** One instruction of a content stream with its place: operands first, then the operator (PDF 1.7, 7.8.2). */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly Operand[];
  readonly start: number;
  readonly end: number;
}

export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  /** One character per byte. */
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly Operand[] }
  | { readonly kind: 'other' };

/** Strings, names, numbers and operators; comments and white space match and are passed by. */
const TOKEN =
  /%[^\r\n]*|<<|>>|<([0-9A-Fa-f\s]*)>|\/([^\s()<>[\]{}/%]*)|[[\]]|([+-]?(?:\d+\.?\d*|\.\d+))(?=[\s()<>[\]{}/%]|$)|\(|[^\s()<>[\]{}/%]+|[\s\S]/g;
/** More nesting than any program writes. */
const DEEPEST = 50;

/** Instructions in order. The stream is read as one character per byte, in one pass. */
export function* operationsOf(content: string): Generator<Operation> {
  const token = new RegExp(TOKEN);
  const open: Operand[][] = [];
  let operands: Operand[] = [];
  let start = -1;
  for (let match = token.exec(content); match !== null; match = token.exec(content)) {
    const [text, hex, name, number] = match;
    const first = text[0] ?? '';
    if (first === '%' || /\s/.test(first)) continue;
    if (start < 0) start = match.index;
    const add = (operand: Operand) => (open.at(-1) ?? operands).push(operand);
    if (first === '(') {
      const { value, end } = literal(content, match.index);
      token.lastIndex = end;
      add({ kind: 'string', value });
    } else if (hex !== undefined) add({ kind: 'string', value: fromHex(hex) });
    else if (name !== undefined) add({ kind: 'name', value: decodedName(name) });
    else if (number !== undefined) add({ kind: 'number', value: Number(number) });
    else if (text === '[' || text === '<<') {
      if (open.length < DEEPEST) open.push([]);
    } else if (text === ']' || text === '>>') {
      const items = open.pop();
      if (items !== undefined) add(text === ']' ? { kind: 'array', items } : { kind: 'other' });
    } else if (open.length > 0 || /^(?:true|false|null)$/.test(text)) add({ kind: 'other' });
    else {
      const end = text === 'ID' ? imageEnd(content, token.lastIndex) : token.lastIndex;
      token.lastIndex = end;
      yield { operator: text, operands, start, end };
      operands = [];
      start = -1;
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A string in parentheses, which may hold further pairs of them. */
function literal(content: string, at: number): { readonly value: string; readonly end: number } {
  const part = /\\(?:[0-7]{1,3}|\r\n|[\s\S])|[()]|[^\\()]+/g;
  part.lastIndex = at;
  let depth = 0;
  let value = '';
  for (let match = part.exec(content); match !== null; match = part.exec(content)) {
    const [text] = match;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return { value, end: part.lastIndex };
    if (text.startsWith('\\')) value += unescaped(text.slice(1));
    else if (text !== '(' || depth > 1) value += text;
  }
  return { value, end: content.length };
}

function unescaped(code: string): string {
  if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
  return /^[\r\n]/.test(code) ? '' : (ESCAPES[code] ?? code);
}

function fromHex(text: string): string {
  const digits = text.replace(/\s+/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
}

function decodedName(name: string): string {
  return name.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Behind the data of an inline image: `EI` between white space. */
function imageEnd(content: string, from: number): number {
  const end = /\sEI(?=\s|$)/g;
  end.lastIndex = from;
  return end.exec(content) === null ? content.length : end.lastIndex;
}

/** A number as content streams hold it: no exponent. */
export function written(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(4))) : '0';
}
