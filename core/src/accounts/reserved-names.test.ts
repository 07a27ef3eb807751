import { describe, expect, test } from 'vitest';
import { isReservedName, posesAsUs } from './reserved-names.ts';
import { reservedUsernames } from './reserved-usernames.ts';

describe('a name poses as us', () => {
  test.each([
    'admin',
    'Admin',
    'ADMIN 1',
    'admin123',
    'Admin Anna',
    'Anna (Admin)',
    'The Moderators',
    'A d m i n',
    'a.d.m.i.n',
    'Ad-min',
    'Support',
    'SupportTeam',
    'Customer Support',
    'Support 24',
    'The Help Desk',
    'Official',
    'Billing Department',
    'System',
    'Staff',
    'Nobody',
    'Frontrow',
    'FRONTROW',
    'Frontrow Support',
    'The Frontrow Team',
    'frontrow.official',
    'Front Row',
    'F r o n t r o w',
    'myfrontrow',
  ])('the name %s poses as us', (name) => expect(posesAsUs(name)).toBe(true));

  test.each([
    ['a Cyrillic letter', 'Аdmin'],
    ['Cyrillic letters', 'аdmіn'],
    ['a Greek letter', 'Αdmin'],
    ['capitals of Lisu', 'ꓮꓓꓟꓲꓠ'],
    ['capitals of Cherokee', 'ᎪᎠᎷᎥN'],
    ['small capitals', 'ᴀᴅᴍɪɴ'],
    ['full-width letters', 'ａｄｍｉｎ'],
    ['mathematical letters', '𝐀𝐝𝐦𝐢𝐧'],
    ['circled letters', 'Ⓐⓓⓜⓘⓝ'],
    ['letters in black boxes', '🅰🅳🅼🅸🅽'],
    ['letters of flags', '🇦🇩🇲🇮🇳'],
    ['accents', 'Ádmïn'],
    ['digits', 'Fr0ntr0w'],
    ['digits of several letters', '5upp0r7'],
    ['signs', '@dm!n'],
    ['a bar', 'Adm|n'],
    ['an emoji next to it', 'Admin ✅'],
    ['a joiner inside', 'Ad\u200Dmin'],
    ['a soft hyphen inside', 'Front\u00ADrow'],
    ['a filler inside', 'Front\u3164row Support'],
    ['a selector inside', 'Sup\uFE0Fport'],
  ])('a name poses as us with %s: %s', (_how, name) => expect(posesAsUs(name)).toBe(true));
});

test.each([
  'Ada Lind',
  'Jane Null',
  'Anna Staff',
  'Tech Supporters',
  'Moral Support',
  'Life Support Machine',
  'Anna Official',
  'Stage Manager',
  'Nobody Knows',
  'System of a Down',
  'Badminton Club',
  'Adminah',
  'Frontera',
  'Row Front',
  'The Live Room',
  'Иван Петров',
  'علی\u200Cرضا',
  'ශ්\u200Dරී',
  '山田たろう',
  'Lena 🇵🇹',
  '👩\u200D👩\u200D👧',
  '42',
  '',
])('%j is not reserved', (name) => expect(isReservedName(name)).toBe(false));

test.each(reservedUsernames)('%s is reserved', (word) => expect(isReservedName(word)).toBe(true));

test.each(['STREAMING', 'publish-event', 'Ap1', 'mobileStreaming', 'séarch', 'аdmіn'.normalize()])(
  '%s is reserved, because it reads like a reserved word',
  (word) => expect(isReservedName(word)).toBe(true),
);
