import { expect, test } from 'vitest';
import { guestListAccess } from './guest-list-access.ts';

test.each([
  ['the host', { isHost: true, isStaff: false, byApiKey: false }, 'host'],
  ['an API key of the host', { isHost: true, isStaff: false, byApiKey: true }, 'host'],
  ['an event admin or a co-host', { isHost: false, isStaff: true, byApiKey: false }, 'staff'],
  ['an API key of a co-host', { isHost: false, isStaff: true, byApiKey: true }, undefined],
  ['everyone else', { isHost: false, isStaff: false, byApiKey: false }, undefined],
])('%s gets of the guest list what is theirs', (_who, person, access) => {
  expect(guestListAccess(person)).toBe(access);
});
