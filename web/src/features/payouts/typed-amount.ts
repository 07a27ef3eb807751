/** A typed amount, with a comma or a point; undefined where it is none. */
export function typedAmount(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}
