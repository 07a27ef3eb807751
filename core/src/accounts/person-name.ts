import { seenLine } from '../kernel/seen-text.ts';
import { refuse } from '../refuse.ts';
import { displayNameCharsMax, nameCharsMax } from './limits.ts';
import { isReservedName, posesAsUs } from './reserved-names.ts';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A name as it is kept: one line without invisible characters. A longer one is cut, never inside an emoji or an accent.
 */
export function cleanName(typed: string, charsMax: number = nameCharsMax): string {
  let name = '';
  let length = 0;
  for (const { segment } of characters.segment(seenLine(typed))) {
    length += Array.from(segment).length;
    if (length > charsMax) break;
    name += segment;
  }
  return name.trim();
}

/** The two parts of a name, or the wire's names of their fields. */
export interface NameFields {
  readonly name: string;
  readonly surname: string;
}

/**
 * Name and surname as they are kept. Refuses `field_required` for the empty one, and `name_reserved` for the name
 * where the two pose as us: others read both of a host.
 */
export function readFullName(
  typed: NameFields,
  fields: NameFields = { name: 'name', surname: 'surname' },
): { readonly name: string; readonly surname: string } {
  const name = cleanName(typed.name);
  if (name === '') throw refuse('field_required', { label: 'Name' }, { field: fields.name });
  const surname = cleanName(typed.surname);
  if (surname === '') throw refuse('field_required', { label: 'Surname' }, { field: fields.surname });
  if (posesAsUs(name) || posesAsUs(`${name} ${surname}`)) throw refuse('name_reserved', {}, { field: fields.name });
  return { name, surname };
}

/** The display name that a person chose, or '' for none. Refuses `name_reserved` for `field`. */
export function readShownName(typed: string, field: string): string {
  const name = cleanName(typed, displayNameCharsMax);
  if (isReservedName(name)) throw refuse('name_reserved', {}, { field });
  return name;
}
