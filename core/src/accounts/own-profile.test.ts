import { expect, test } from 'vitest';
import { readOwnProfile } from './profile.ts';

const good = { name: ' Ada ', surname: 'Lind', zoneName: 'Europe/Madrid', city: ' Uppsala\u202E ' };

test('a profile is kept without invisible characters and spaces at the ends', () =>
  expect(readOwnProfile(good)).toEqual({ name: 'Ada', surname: 'Lind', zoneName: 'Europe/Madrid', city: 'Uppsala' }));

test.each([
  [{ name: ' ' }, 'Name is required.'],
  [{ surname: '\u200B' }, 'Surname is required.'],
  [{ zoneName: 'Mars/Crater' }, 'is not a time zone we know.'],
  [{ zoneName: '+02:00' }, 'is not a time zone we know.'],
])('a profile with %j is refused', (wrong, message) =>
  expect(() => readOwnProfile({ ...good, ...wrong })).toThrow(message),
);
