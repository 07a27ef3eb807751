import { describe, expect, test } from 'vitest';
import { displayNameCharsMax, nameCharsMax } from './limits.ts';
import { cleanName, readFullName, readShownName } from './profile.ts';

const reserved = (field: string) => expect.objectContaining({ code: 'name_reserved', field });
const family = '👩\u200D👩\u200D👧';

describe('a name is kept as people see it', () => {
  test.each([
    [' Ada\u202E \n Lovelace ', 'Ada Lovelace'],
    ['An\u200Bna', 'Anna'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
    ['ශ්\u200Dරී', 'ශ්\u200Dරී'],
    [family, family],
  ])('the name %j is kept as %j', (typed, kept) => expect(cleanName(typed)).toBe(kept));

  test('a longer name is cut, but not inside a character', () => {
    expect(cleanName('é'.repeat(nameCharsMax))).toBe('é'.repeat(nameCharsMax));
    expect(cleanName('é'.repeat(nameCharsMax + 1))).toBe('é'.repeat(nameCharsMax));
    // A family of three has five code points.
    expect(cleanName(family.repeat(2), 10)).toBe(family.repeat(2));
    expect(cleanName(family.repeat(2), 9)).toBe(family);
    expect(cleanName(`${'x'.repeat(displayNameCharsMax - 1)} Anna`, displayNameCharsMax)).toBe(
      'x'.repeat(displayNameCharsMax - 1),
    );
  });
});

describe('name and surname', () => {
  test.each([
    [{ name: '\u3164', surname: 'Lind' }, 'Name is required.', 'name'],
    [{ name: 'Ada', surname: '\u200B \u202E' }, 'Surname is required.', 'surname'],
    [{ name: ' ', surname: '' }, 'Name is required.', 'name'],
  ])('the name %j is refused: %s', (typed, message, field) =>
    expect(() => readFullName(typed)).toThrow(expect.objectContaining({ message, code: 'field_required', field })),
  );

  test.each([
    { name: 'Frontrow', surname: 'Support' },
    { name: 'Front', surname: 'Row' },
    { name: 'Support', surname: 'Team' },
    { name: 'Аdmin', surname: 'Lind' },
    { name: 'Support', surname: 'Lind' },
  ])('the names %j are refused, because they pose as us', (typed) => {
    expect(() => readFullName(typed)).toThrow(reserved('name'));
    expect(() => readFullName(typed, { name: 'user_name', surname: 'user_surname' })).toThrow(reserved('user_name'));
  });

  test.each([
    { name: 'Jane', surname: 'Null' },
    // Words of our addresses are reserved as usernames, but people have them as names.
    { name: 'Talent', surname: 'Home' },
  ])('the names %j are accepted', (typed) => expect(readFullName(typed)).toEqual(typed));
});

describe('a shown name', () => {
  test.each(['admin', 'Frontrow Support', 'Fr0ntrow', 'search', 'publish_event'])(
    'the shown name %s is refused',
    (typed) => expect(() => readShownName(typed, 'shown_name')).toThrow(reserved('shown_name')),
  );
  test.each(['', ' ', '\u3164', '\uFE0F'])('the shown name %j counts as none', (typed) =>
    expect(readShownName(typed, 'shown_name')).toBe(''),
  );
  test('the refusal is a sentence', () =>
    expect(() => readShownName('Admin', 'display_name')).toThrow('This name is reserved. Please choose another one.'));
});
