import type { Logger } from '../src/ports/log.ts';

/** A log whose lines a test can read. */
export function heardLog(): Logger & { readonly lines: { fields: object; message: string }[] } {
  const lines: { fields: object; message: string }[] = [];
  const hear = (fields: object, message: string): void => void lines.push({ fields, message });
  return { lines, debug: () => undefined, info: hear, warn: hear, error: hear };
}
