/**
 * Why a call failed, in the words of the innermost error: libraries wrap what the other side answered.
 */
export function reasonOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  if (!(inner instanceof Error)) return String(inner);
  const { code, name, message } = inner as NodeJS.ErrnoException;
  const text = message || code || 'no reason is given';
  return name.endsWith('Error') || text.includes(name) ? text : `${name}: ${text}`;
}
