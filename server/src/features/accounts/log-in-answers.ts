import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { deriveKey } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import type { LogInWay } from '../../ports/security-log.ts';
import { createKnownDevices, type LogInOrigin } from './known-devices.ts';
import type { SessionTokens } from './sessions.ts';
import type { AccountRow } from './store.ts';

interface LogInCall {
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  readonly answerHeader: (name: string, value: string) => void;
}

interface LoggedIn {
  readonly tokens: SessionTokens;
  readonly account: AccountRow;
}

/** Runs a log-in of any kind. */
export type AnswerLogIn = <T extends LoggedIn | object>(
  call: LogInCall,
  attempt: { readonly how: LogInWay; readonly email?: string },
  work: (origin: LogInOrigin) => Promise<T>,
) => Promise<T>;

/** A step before the end of a log-in, which every person with two-step log-in goes through. */
const isNoFailure = (code: string): boolean => code === 'code_required';
const subjectChars = 12;

/**
 * What all log-ins have in common, however they are done: the browser is remembered as a known device, and the security
 * log gets a line, good or bad. Only log-ins that open a session for an account are remembered.
 */
export function createLogInAnswers(kit: Pick<Kit, 'clock' | 'config' | 'ids' | 'security'>): AnswerLogIn {
  const { config, security } = kit;
  const devices = createKnownDevices(kit);
  const key = deriveKey(config.secret, 'log-in-subject');
  const subjectOf = (email: string): string =>
    createHmac('sha256', key).update(normaliseEmail(email, domainToASCII)).digest('base64url').slice(0, subjectChars);

  return async (call, { how, email }, work) => {
    const origin = devices.originOf(call);
    const { network } = origin;
    try {
      const done = await work(origin);
      if ('tokens' in done) {
        if (!done.account.isGuest) call.answerHeader('set-cookie', devices.remember(origin, done.account.id));
        security.loggedIn({ account: done.account.id, network }, how);
      }
      return done;
    } catch (error) {
      if (error instanceof Refusal && !isNoFailure(error.code)) {
        const account = typeof error.params.account === 'number' ? error.params.account : undefined;
        const subject = email === undefined ? undefined : { subject: subjectOf(email) };
        security.logInRefused({ account, network }, how, { reason: error.code, ...subject });
      }
      throw error;
    }
  };
}
