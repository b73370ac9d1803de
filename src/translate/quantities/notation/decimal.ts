/** An exact decimal: digits × 10^exponent, without trailing zeros, so that equal values have equal fields. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

export const ZERO: Decimal = { digits: 0n, exponent: 0 };

/** Longer figures are keys or serial numbers, not amounts. */
export const MAX_DIGITS = 40;

function normal(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return ZERO;
  let left = digits;
  let power = exponent;
  while (left % 10n === 0n) {
    left /= 10n;
    power += 1;
  }
  return { digits: left, exponent: power };
}

/** Reads plain figures, with commas between thousands and a point before the fraction. */
export function decimalOf(figures: string): Decimal {
  const [whole = '', fraction = ''] = figures.replaceAll(',', '').split('.');
  return normal(BigInt(`${whole}${fraction}` || '0'), -fraction.length);
}

export function decimal(value: number | bigint): Decimal {
  return normal(BigInt(value), 0);
}

export function times(a: Decimal, b: Decimal): Decimal {
  return normal(a.digits * b.digits, a.exponent + b.exponent);
}

export function timesTen(value: Decimal, power: number): Decimal {
  return value.digits === 0n ? ZERO : { digits: value.digits, exponent: value.exponent + power };
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (value: Decimal): bigint => value.digits * 10n ** BigInt(value.exponent - exponent);
  return normal(scaled(a) + scaled(b), exponent);
}

export function isSame(a: Decimal, b: Decimal): boolean {
  return a.digits === b.digits && a.exponent === b.exponent;
}

export function compare(a: Decimal, b: Decimal): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.digits * 10n ** BigInt(a.exponent - exponent);
  const right = b.digits * 10n ** BigInt(b.exponent - exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isAtLeast(value: Decimal, limit: number): boolean {
  return compare(value, decimal(limit)) >= 0;
}

export function isWhole(value: Decimal): boolean {
  return value.exponent >= 0;
}

/** Decimal places that the value needs. */
export function placesOf(value: Decimal): number {
  return Math.max(0, -value.exponent);
}

/** Plain figures: 3200000, 0.25. */
export function figures(value: Decimal): string {
  if (value.exponent >= 0) return `${value.digits}${'0'.repeat(value.exponent)}`;
  const digits = value.digits.toString().padStart(1 - value.exponent, '0');
  return `${digits.slice(0, value.exponent)}.${digits.slice(value.exponent)}`;
}

/** Figures with commas between thousands. */
export function grouped(value: Decimal): string {
  const [whole = '', fraction] = figures(value).split('.');
  let out = '';
  for (let at = 0; at < whole.length; at += 1) {
    if (at > 0 && (whole.length - at) % 3 === 0) out += ',';
    out += whole[at];
  }
  return fraction === undefined ? out : `${out}.${fraction}`;
}

/** The value as a small whole number, or undefined. */
export function small(value: Decimal): number | undefined {
  return isWhole(value) && !isAtLeast(value, 1e9) ? Number(figures(value)) : undefined;
}
