import { refuse } from '../refuse.ts';

/** Code points, of a name or a surname. */
export const nameCharsMax = 80;
/** Code points, of the name a guest shows. */
export const displayNameCharsMax = 40;

/** Without control, invisible and direction characters, which could make one name read as another. */
export function cleanName(typed: string, charsMax: number = nameCharsMax): string {
  const clean = typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return [...clean].slice(0, charsMax).join('').trim();
}

/** Refuses `field_required` with the label people read when nothing is left. */
export function readName(typed: string, label: string, field: string): string {
  const name = cleanName(typed);
  if (name === '') throw refuse('field_required', { label }, { field });
  return name;
}
