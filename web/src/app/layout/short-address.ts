/** The banner keeps two lines on a phone: this many characters fit into the second. */
const charsMax = 34;

/** An address with its middle left out where it is long: both ends are what one knows it by. */
export function shortAddress(email: string): string {
  const chars = [...email];
  if (chars.length <= charsMax) return email;
  const half = (charsMax - 1) / 2;
  return `${chars.slice(0, Math.ceil(half)).join('')}…${chars.slice(-Math.floor(half)).join('')}`;
}
