/** A number written in decimal digits: "0", "2.5", "1000000.000001". No sign, no exponent. */
export type DecimalText = string;

const format = /^\d+(?:\.\d+)?$/;

/** The same number without an exponent: 1e-7 is "0.0000001". Undefined for what is negative or no number. */
export function decimalText(number: number): DecimalText | undefined {
  if (!Number.isFinite(number) || number < 0) return undefined;
  const text = String(number);
  const [digits, exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole = '', rest = ''] = (digits ?? '').split('.');
  const shift = Number(exponent);
  if (shift >= 0) return whole + rest.padEnd(shift, '0');
  return `0.${'0'.repeat(-shift - 1)}${whole}${rest}`;
}

/** A balance in a token's smallest units, in whole units: 1500000 of 6 decimals is "1.5". */
export function inWholeUnits(smallest: bigint, decimals: number): DecimalText {
  const digits = smallest.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const rest = digits.slice(point).replace(/0+$/, '');
  return rest === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${rest}`;
}

/** Whether a balance is more than nothing and at least `minimum`, to the last digit. False for what is no balance. */
export function isEnough(balance: DecimalText, minimum: number): boolean {
  const wanted = decimalText(minimum);
  if (!format.test(balance) || wanted === undefined) return false;
  const scale = Math.max(decimalsOf(balance), decimalsOf(wanted));
  const held = scaled(balance, scale);
  return held > 0n && held >= scaled(wanted, scale);
}

const decimalsOf = (text: DecimalText): number => text.split('.')[1]?.length ?? 0;

function scaled(text: DecimalText, scale: number): bigint {
  const [whole = '', rest = ''] = text.split('.');
  return BigInt(whole + rest.padEnd(scale, '0'));
}
