import { passkeyNameCharsMax } from '@frontrow/core/accounts/limits.ts';
import { z } from 'zod';
import { type EndpointTable, epochMs, nothing } from '../kernel/endpoint.ts';
import { secondFactorCode, wireSession } from './api.ts';

/** Bytes as WebAuthn's JSON writes them. An attestation with a chain of certificates has a few thousand characters. */
const base64url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/);
const credentialId = base64url.max(1_400);
const transports = z.array(z.string().max(20)).max(10);

/** Asked of people who change how their account is logged in to; a code only where two-step login is on. */
const proof = { password: z.string().max(200).optional(), second_factor_code: secondFactorCode };

/** Which device signs, and how; the names are WebAuthn's. */
const descriptor = z.object({ id: credentialId, type: z.literal('public-key'), transports: transports.optional() });

const wirePasskey = z.object({
  passkey_ide: z.uuid().toLowerCase(),
  passkey_name: z.string(),
  created_at: epochMs,
  last_used_at: epochMs.nullable(),
});

const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.max(100).nullish(),
  }),
});

const attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
  }),
});

/** Passkeys (WebAuthn): they log in without a password, and count as both steps. */
export const passkeysApi = {
  'GET /user/passkeys': {
    summary: 'Your passkeys, first added first',
    answer: z.object({ passkeys: z.array(wirePasskey) }),
  },
  'POST /user/passkeys/begin': {
    summary: 'Options for `navigator.credentials.create`; needs the password, and a code where two-step login is on',
    body: z.object(proof),
    answer: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
      timeout: z.number().int(),
      attestation: z.literal('none'),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      excludeCredentials: z.array(descriptor),
    }),
  },
  'POST /user/passkeys': {
    summary: 'Add the passkey that the device made',
    body: z.object({ passkey_name: z.string().max(passkeyNameCharsMax), credential: attestation }),
    answer: wirePasskey,
    status: 201,
  },
  'POST /user/passkeys/remove': {
    summary: 'Remove a passkey; every other session ends, because one of them may have used it',
    body: z.object({ ...proof, passkey_ide: z.uuid().toLowerCase() }),
    answer: nothing,
  },
  'POST /auth/passkey/begin': {
    summary: 'Options for `navigator.credentials.get`; the device says whose passkeys it has',
    body: nothing,
    answer: z.object({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.number().int(),
      userVerification: z.literal('required'),
      allowCredentials: z.array(descriptor),
    }),
  },
  'POST /auth/passkey': {
    summary: 'Log in with a passkey; no code is asked for',
    body: z.object({ credential: assertion }),
    answer: wireSession,
  },
} as const satisfies EndpointTable;
