import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { call } from '#web/shared/api/call.ts';

type Transport = NonNullable<Parameters<typeof startRegistration>[0]['optionsJSON']['excludeCredentials']>[number];

/** Has the person unlock a passkey, in the browser's dialog or where it fills the form in. */
export async function signWithPasskey(
  useBrowserAutofill: boolean,
): Promise<BodyOf<'POST /auth/passkey'>['credential']> {
  const options = await call('POST /auth/passkey/begin', { body: {} });
  const signed = await startAuthentication({ optionsJSON: { ...options, allowCredentials: [] }, useBrowserAutofill });
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
  return {
    id: signed.id,
    rawId: signed.rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

/** Has the device make a passkey. */
export async function makePasskey(
  options: AnswerOf<'POST /user/passkeys/begin'>,
): Promise<BodyOf<'POST /user/passkeys'>['credential']> {
  const made = await startRegistration({
    optionsJSON: { ...options, excludeCredentials: options.excludeCredentials as Transport[] },
  });
  const { clientDataJSON, attestationObject, transports } = made.response;
  return {
    id: made.id,
    rawId: made.rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  };
}

export const offersAutofill = browserSupportsWebAuthnAutofill;

/** Ends what the browser waits for: it waits for one passkey at a time. */
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony();

/** The device has a passkey of this account. */
export const isThereAlready = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
