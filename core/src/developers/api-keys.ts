import type { RefusalRow } from '../kernel/refusal.ts';

/** What an API key may do. A key with one scope has no other: managing events does not include reading guests. */
export const apiScopes = [
  'read_events',
  'manage_events',
  'read_guests',
  'check_in_guests',
  'read_orders',
  'manage_promo_codes',
  'issue_complimentary_tickets',
] as const;
export type ApiScope = (typeof apiScopes)[number];

export const apiKeyPrefixes = { live: 'frk_live_', test: 'frk_test_' } as const;
/** Code points. */
export const apiKeyNameCharsMax = 60;
/** Of one host, without revoked ones: the limit on calls is per key. */
export const apiKeysMax = 20;
export const apiKeyCallsPerMinuteMax = 600;

/** What a key does where a call is asked for: `undefined` lets it through. */
export function scopeRefusal(
  scopes: readonly ApiScope[],
  admitted: readonly ApiScope[] | 'any' | undefined,
): 'api_key_not_accepted' | 'api_key_scope_missing' | undefined {
  if (admitted === undefined) return 'api_key_not_accepted';
  if (admitted === 'any' || admitted.some((scope) => scopes.includes(scope))) return undefined;
  return 'api_key_scope_missing';
}

export const apiKeysRefusals = {
  api_key_invalid: {
    status: 401,
    message: 'This API key is not valid. Check that you copied all of it, or create a new key.',
  },
  api_key_expired: { status: 401, message: 'This API key has expired. Create a new key.' },
  api_key_revoked: { status: 401, message: 'This API key was revoked. Create a new key.' },
  api_key_blocked: { status: 403, message: 'The account of this API key can’t use the API. Please contact support.' },
  api_key_not_accepted: { status: 403, message: 'This call does not accept API keys. Log in to make it.' },
  api_key_scope_missing: { status: 403, message: 'For this call the API key needs the scope {scope}.' },
  api_key_test_refused: {
    status: 403,
    message: 'Test keys work only where payments are simulated. Use a live key here.',
  },
  api_key_misplaced: {
    status: 401,
    message: 'Send the API key in the header “Authorization: Bearer …”, not as an access token.',
  },
  api_key_with_session: { status: 400, message: 'Send either an API key or an access token, not both.' },
  api_key_name_required: { status: 400, message: 'Enter a name for this key.' },
  api_key_scopes_required: { status: 400, message: 'Choose at least one scope.' },
  api_key_expiry_past: { status: 400, message: 'The expiry date must be in the future.' },
  api_keys_maximum: {
    status: 409,
    message: 'You can have at most {maximum} API keys. Revoke one that you no longer use.',
  },
  api_key_not_found: { status: 404, message: 'We could not find that API key.' },
} as const satisfies Record<string, RefusalRow>;
