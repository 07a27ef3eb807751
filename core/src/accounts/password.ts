import { refuse } from '../refuse.ts';

/** Code points. */
export const passwordCharsMin = 8;
/** Code points. A longer password would only cost the hash function time. */
export const passwordCharsMax = 200;

/** At least 8 characters with 1 uppercase, 1 lowercase and 1 number. */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  return (
    length >= passwordCharsMin &&
    length <= passwordCharsMax &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password) &&
    /\p{Nd}/u.test(password)
  );
}

/** Refuses `password_weak` for `field`. */
export function checkPassword(password: string, field = 'password'): void {
  if (!isStrongPassword(password)) throw refuse('password_weak', {}, { field });
}
