import { expect, it } from 'vitest';
import { endedByPerson } from './oauth-flow.ts';

it.each(['access_denied', 'login_required', 'consent_required', 'interaction_required'])(
  'a flow that ends with %s was ended by the person',
  (error) => expect(endedByPerson(error)).toBe(true),
);

it.each([
  'server_error',
  'temporarily_unavailable',
  'invalid_scope',
  'unauthorized_client',
  'invalid_request',
  '',
  'x',
])('a flow that ends with "%s" was ended by the provider or our settings', (error) =>
  expect(endedByPerson(error)).toBe(false),
);
