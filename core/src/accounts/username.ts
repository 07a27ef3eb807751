import { refuse } from '../refuse.ts';
import { reservedUsernames } from './reserved-usernames.ts';
import { isUsernameShaped } from './username-shape.ts';

/** A name is written in one script: mixing them is how look-alikes are made. */
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

/** Letters of other alphabets and digits that look like a Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ї: 'l',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ӏ: 'l',
  г: 'r',
  п: 'n',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'l',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '0': 'o',
  '1': 'l',
  i: 'l',
  '.': '-',
  _: '-',
};

/**
 * Two names that people could mistake for each other have the same skeleton: case, accents, separators, digits that look like
 * letters, letters of other alphabets. Unique among accounts.
 */
export function usernameSkeleton(username: string): string {
  const plain = username.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const latin = Array.from(plain, (letter) => lookAlikes[letter] ?? letter).join('');
  return latin.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

const reserved = new Set(reservedUsernames.map(usernameSkeleton));

/** True for a route word, a name of ours, or one that looks like it (decisions 8). */
export function isReservedUsername(username: string): boolean {
  return reserved.has(usernameSkeleton(username));
}

/** The name as it is kept (NFKC, case as typed); refuses `field_required`, `username_invalid`, `username_reserved` beside `username`. */
export function readUsername(typed: string): string {
  const username = typed.normalize('NFKC').trim();
  if (username === '') throw refuse('field_required', { label: 'Username' }, { field: 'username' });
  const letters = username.replace(/[^\p{L}]/gu, '');
  if (!isUsernameShaped(username) || !scripts.some((script) => script.test(letters)))
    throw refuse('username_invalid', {}, { field: 'username' });
  if (isReservedUsername(username)) throw refuse('username_reserved', {}, { field: 'username' });
  return username;
}
