import { refuse } from '../refuse.ts';

/** RFC 5321 path length, in UTF-16 units after normalising. */
export const emailCharsMax = 254;

const localPart = String.raw`(?!\.)(?!.*\.\.)[^\s@"<>()\[\],;:\\\p{Cc}\p{Cf}]{1,64}(?<!\.)`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const format = new RegExp(`^${localPart}@(?:${label}\\.)+(?!\\d+$)[\\p{L}\\p{N}-]{2,63}$`, 'u');

/** One spelling per address: NFKC, without surrounding space, lower case (spec §5 lower-cases as typed). */
export function normaliseEmail(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase();
}

/** True for an address in normalised spelling that mail can be sent to. */
export function isEmail(normalised: string): boolean {
  return normalised.length <= emailCharsMax && format.test(normalised);
}

/** The normalised address; refuses `email_invalid` beside `email` (spec §5 "Email must have a valid format"). */
export function readEmail(typed: string): string {
  const email = normaliseEmail(typed);
  if (!isEmail(email)) throw refuse('email_invalid', {}, { field: 'email' });
  return email;
}
