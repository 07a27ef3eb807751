import { seenLine } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';
import { displayNameCharsMax, nameCharsMax } from './limits.ts';
import { isReservedName, posesAsUs } from './reserved-names.ts';
import { isZone } from '../events/start-time.ts';

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

/** The earliest birth date that is taken. */
export const birthDateMin = '1900-01-01';

const monthDays = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/**
 * A birth date YYYY-MM-DD, from 1900 to `today`, which the caller passes in the same form. Refuses `field_required` and
 * `birth_date_invalid` for `date_of_birth`.
 */
export function readBirthDate(typed: string, today: string): string {
  const date = typed.trim();
  const field = 'date_of_birth';
  if (date === '') throw refuse('field_required', { label: 'Birth date' }, { field });
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const [year, month, day] = parts ? (parts.slice(1).map(Number) as [number, number, number]) : [0, 0, 0];
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= monthDays(year, month);
  if (!exists || date < birthDateMin || date > today) throw refuse('birth_date_invalid', {}, { field });
  return date;
}

/** What people may change about themselves. The username stays. */
export interface OwnProfile {
  readonly name: string;
  readonly surname: string;
  /** IANA name of the time zone. */
  readonly zoneName: string;
  readonly city: string;
}

/**
 * The profile as it is stored. Refuses with `field_required`, `name_reserved` or `zone_unknown` and names the field on
 * the wire.
 */
export function readOwnProfile(typed: OwnProfile): OwnProfile {
  const { name, surname } = readFullName(typed, { name: 'user_name', surname: 'user_surname' });
  if (!isZone(typed.zoneName)) throw refuse('zone_unknown', { zone: typed.zoneName }, { field: 'zone_name' });
  return { name, surname, zoneName: typed.zoneName, city: cleanName(typed.city) };
}
