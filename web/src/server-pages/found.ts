import { cutText } from '@frontrow/core/kernel/text.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';

/** What an address names; nothing where it names nothing. */
export async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiRefusal && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

/** Descriptions longer than this are cut by the pages that show them. */
const descriptionCharsMax = 160;

/** One line of at most what is shown. */
export function shortened(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  return line.length <= descriptionCharsMax ? line : `${cutText(line, descriptionCharsMax - 1)}…`;
}
