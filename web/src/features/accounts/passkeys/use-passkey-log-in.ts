import { hasPasskeys } from '@frontrow/core/accounts/passkeys.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { enter } from '#web/shared/session/session.ts';

/** Whether this browser can make and use passkeys on this page. */
export const passkeysHere = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && hasPasskeys(window.location.hostname);

/** Loaded where someone may use a passkey. */
export const passkeyCeremony = () => import('./ceremony.ts');

export interface PasskeyLogIn {
  readonly onDone: () => void;
  /** The form with the field for the email address is shown: the browser offers passkeys there. */
  readonly autofill: boolean;
}

async function logInWithPasskey(autofill: boolean): Promise<void> {
  const { signWithPasskey } = await passkeyCeremony();
  const credential = await signWithPasskey(autofill);
  await enter(await call('POST /auth/passkey', { body: { credential } }));
}

/**
 * Login with a passkey by a button, and where the browser fills the form in. `logIn` is undefined where there are no
 * passkeys.
 */
export function usePasskeyLogIn(
  passkey: PasskeyLogIn | undefined,
  onRefusal: (message: string | undefined) => void,
): { logIn: (() => void) | undefined; busy: boolean } {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  /** Counts how often the browser stopped waiting, so that it is asked to wait again. */
  const [stopped, setStopped] = useState(0);
  const autofill = passkey?.autofill === true && passkeysHere();
  const done = useEffectEvent(() => passkey?.onDone());
  const refuse = useEffectEvent((error: ApiRefusal) => {
    onRefusal(messageOf(error));
    // Only a passkey that the person chose; refused options would be refused again at once.
    if (error.errors.some(({ code }) => code.startsWith('passkey_'))) setStopped((times) => times + 1);
  });
  useEffect(() => {
    if (!autofill) return undefined;
    let left = false;
    const wait = async (): Promise<void> => {
      const { offersAutofill } = await passkeyCeremony();
      if (left || !(await offersAutofill())) return;
      await logInWithPasskey(true);
      done();
    };
    wait().catch((error: unknown) => {
      // Otherwise the browser stopped waiting, for the button or because the form was closed.
      if (!left && error instanceof ApiRefusal) refuse(error);
    });
    return () => {
      left = true;
      void passkeyCeremony().then(({ stopWaiting }) => stopWaiting());
    };
  }, [autofill, stopped]);

  const press = async (): Promise<void> => {
    setBusy(true);
    onRefusal(undefined);
    try {
      await logInWithPasskey(false);
      passkey?.onDone();
    } catch (error) {
      onRefusal(error instanceof ApiRefusal ? messageOf(error) : t('passkey.failed'));
      setStopped((times) => times + 1);
    }
    setBusy(false);
  };
  return { logIn: passkey && passkeysHere() ? () => void press() : undefined, busy };
}
