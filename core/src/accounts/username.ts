import { refuse } from '../refuse.ts';
import { isReservedName } from './reserved-names.ts';
import { isUsernameShaped } from './username-shape.ts';

/** A username is written in one of these scripts: look-alikes are made by mixing them. */
const scripts = [
  /^\p{scx=Latn}*$/u,
  /^\p{scx=Cyrl}*$/u,
  /^\p{scx=Grek}*$/u,
  /^\p{scx=Arab}*$/u,
  /^\p{scx=Hebr}*$/u,
  /^\p{scx=Deva}*$/u,
  /^\p{scx=Thai}*$/u,
  /^\p{scx=Armn}*$/u,
  /^\p{scx=Geor}*$/u,
  /^[\p{scx=Hang}\p{scx=Hani}]*$/u,
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]*$/u,
];

/**
 * The username as it is stored: NFKC, case as typed. Refuses with `field_required`, `username_invalid` or
 * `username_reserved` on the field `username`.
 */
export function readUsername(typed: string): string {
  const username = typed.normalize('NFKC').trim();
  if (username === '') throw refuse('field_required', { label: 'Username' }, { field: 'username' });
  const letters = username.replace(/[^\p{L}]/gu, '');
  if (!isUsernameShaped(username) || !scripts.some((script) => script.test(letters)))
    throw refuse('username_invalid', {}, { field: 'username' });
  if (isReservedName(username)) throw refuse('username_reserved', {}, { field: 'username' });
  return username;
}
