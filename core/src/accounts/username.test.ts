import { describe, expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { reservedUsernames } from './reserved-usernames.ts';
import { usernameSkeleton } from './look-alikes.ts';
import { readUsername } from './username.ts';

const refusalOf = (work: () => unknown): { code: string; field: string | undefined } => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, field: error.field };
    throw error;
  }
  throw new Error('was not refused');
};

describe('username', () => {
  test.each([
    'ab',
    'a'.repeat(31),
    'with space',
    'semi;colon',
    '../etc',
    '.ada',
    'ada.',
    '-ada',
    'ada_',
    'a/b',
    'ada😀',
    'аda',
    'ada\u202Eb',
    'ada@b',
    'ㅤㅤㅤ',
    'ᅠᅠᅠ',
    'ada\uFE0Fb',
    'ada\u034Fb',
    'ada\u200Cb',
    'ada\u2800b',
    'علی\u200Cرضا',
  ])('the username %j is refused', (typed) =>
    expect(refusalOf(() => readUsername(typed))).toEqual({ code: 'username_invalid', field: 'username' }),
  );
  test.each(['abc', 'a'.repeat(30), 'Ada.B', 'ada-b_2', 'Иванов', '山田たろう', 'lucía'])(
    'the username %j is taken',
    (typed) => expect(readUsername(typed)).toBe(typed),
  );
  test('a username is required', () => expect(refusalOf(() => readUsername('  ')).code).toBe('field_required'));
  test.each(reservedUsernames.filter((word) => word.length >= 3))('the reserved word %s is refused', (word) =>
    expect(refusalOf(() => readUsername(word)).code).toBe('username_reserved'),
  );
  test.each(['frontrow-support', 'support_team', 'the.official.fr0ntrow', 'admin-anna', 'help24', '4dmin'])(
    '%s is refused, which poses as us',
    (typed) => expect(refusalOf(() => readUsername(typed))).toEqual({ code: 'username_reserved', field: 'username' }),
  );
  test.each([
    ['NoraVale', 'noravale'],
    ['nora.vale', 'nora_vale'],
    ['n0ra', 'nora'],
    ['lara', 'Iara'],
    ['bi11', 'bill'],
    ['kofi', 'kofí'],
    ['modem', 'modern'],
    ['ѕсоре', 'scope'],
    ['vvilma', 'wilma'],
  ])('%s and %s are too alike', (one, other) => expect(usernameSkeleton(one)).toBe(usernameSkeleton(other)));
  test('viewer and viewer2 are not', () => expect(usernameSkeleton('viewer')).not.toBe(usernameSkeleton('viewer2')));
});
