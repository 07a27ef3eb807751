import { refuse } from '../refuse.ts';
import { productWord } from './reserved-usernames.ts';

/** Passwords of leaks, in lower case, the most frequent first. */
export interface CommonPasswords {
  has(word: string): boolean;
  /** Whether it is among the first `commonStemsMax`. */
  isStem(word: string): boolean;
}

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
}

/** With a few digits at its end, each of so many words is among the first that are tried: "Summer2026". */
export const commonStemsMax = 1500;
/** Digits at the end that a common word is tried with. */
const stemDigitsMax = 4;
/** Shorter names stand in other words by chance. */
const ownWordCharsMin = 3;
/** Characters that must be left of a password without its owner's words. */
const otherCharsMin = 8;

const signs: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
/** Signs around a word add nothing: "Password1!" is "password1". */
const withoutSigns = (text: string): string => text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
const asLetters = (text: string): string => text.replaceAll(/[@431!0$57]/g, (sign) => signs[sign] ?? sign);

/**
 * Whether a password is on the list, also written with signs for letters, or is a very common word and a few digits.
 */
function isCommon(password: string, common: CommonPasswords): boolean {
  const whole = folded(password);
  return [whole, withoutSigns(whole)].some((text) => {
    const [, head = '', digits = ''] = /^(.*?)(\d*)$/su.exec(text) ?? [];
    const heads = [head, asLetters(head), withoutSigns(head), withoutSigns(asLetters(head))];
    return (
      common.has(text) ||
      common.has(asLetters(text)) ||
      heads.some((word) => common.has(word + digits)) ||
      (digits.length <= stemDigitsMax && heads.some((word) => common.isStem(word)))
    );
  });
}

/** The product's name and the owner's: whole, and each part of it. */
function wordsOf({ username, name, surname, email }: PasswordOwner): string[] {
  const parts = [username, name, surname, email, email.split('@')[0] ?? ''].map(folded);
  const words = [productWord, ...parts, ...parts.flatMap((part) => part.split(/[^\p{L}\p{N}]+/u))];
  return words.filter((word) => [...word].length >= ownWordCharsMin);
}

/** Whether little is left of a password without its owner's and the product's name. */
function isPersonal(password: string, owner: PasswordOwner): boolean {
  const words = wordsOf(owner).toSorted((a, b) => b.length - a.length);
  return [folded(password), asLetters(folded(password))].some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
    return rest !== text && [...rest].length < otherCharsMin;
  });
}

/** Refuses `password_weak`, `password_common` and `password_personal`, each for `field`. */
export function checkNewPassword(
  password: string,
  { owner, common, field = 'password' }: { owner: PasswordOwner; common: CommonPasswords; field?: string },
): void {
  checkPassword(password, field);
  if (isCommon(password, common)) throw refuse('password_common', {}, { field });
  if (isPersonal(password, owner)) throw refuse('password_personal', {}, { field });
}

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
