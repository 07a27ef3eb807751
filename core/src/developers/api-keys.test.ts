import { expect, test } from 'vitest';
import { scopeRefusal } from './api-keys.ts';

test('a call without scopes accepts no key, whatever its scopes', () => {
  expect(scopeRefusal(['read_events', 'manage_events'], undefined)).toBe('api_key_not_accepted');
});

test('one of the admitted scopes is enough, and no scope includes another', () => {
  expect(scopeRefusal(['read_guests'], ['read_guests', 'issue_complimentary_tickets'])).toBeUndefined();
  expect(scopeRefusal(['manage_events'], ['read_events'])).toBe('api_key_scope_missing');
});

test('a call for any key asks for no scope', () => {
  expect(scopeRefusal([], 'any')).toBeUndefined();
});
