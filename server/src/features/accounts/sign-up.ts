import { domainToASCII } from 'node:url';
import { readSignUp, type SignUpForm } from '@frontrow/core/accounts/sign-up.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/username-skeleton.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { commonPasswords } from './common-passwords.ts';
import { accountCreated } from './facts.ts';
import type { LogInOrigin } from './known-devices.ts';
import type { PasswordHash } from './password-hash.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { findAccount, type AccountRow } from './store.ts';

export interface SignUpUses extends Pick<Kit, 'db' | 'clock'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Creates an account and its first session. The address is proven later, by the mail that `AccountCreated` causes.
 * Whether the address has an account already is not checked here, because only whoever reads its mails may learn that.
 */
export async function signUp(
  { db, clock, passwords, sessions }: SignUpUses,
  typed: SignUpForm,
  { userAgent }: Pick<LogInOrigin, 'userAgent'>,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const form = readSignUp(typed, { today, toAscii: domainToASCII, common: commonPasswords });
  await refuseTaken(db, form.username);
  const passwordHash = await passwords.make(form.password);
  try {
    return await db.tx(async (tx) => {
      const account = await createAccount(tx, form, passwordHash);
      return { tokens: await sessions.openByPassword(tx, account, userAgent), account };
    });
  } catch (error) {
    throw takenRefusal(error) ?? error;
  }
}

/**
 * Creates the row of a new person and the fact that causes the verification mail. `browser` is the hashed key of a trip
 * to a social provider.
 */
export async function createAccount(
  tx: Tx,
  form: Omit<SignUpForm, 'password'>,
  passwordHash: string | null,
  browser?: string,
): Promise<AccountRow> {
  const created = await tx.one<{ id: number }>(
    `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash, name, surname, birth_date)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [
      form.username,
      usernameSkeleton(form.username),
      form.email,
      passwordHash,
      form.name,
      form.surname,
      form.dateOfBirth,
    ],
  );
  const account = await findAccount(tx, created!.id);
  await recordFact(tx, accountCreated(account!.id, browser));
  return account!;
}

/** Refuses a taken username before the costly hash. Of two at the same moment, the unique constraints decide. */
async function refuseTaken(db: Kit['db'], username: string): Promise<void> {
  const taken = await db.one('SELECT 1 FROM app_user WHERE username = $1 OR username_skeleton = $2', [
    username,
    usernameSkeleton(username),
  ]);
  if (taken) throw refuse('username_taken', {}, { field: 'username' });
}

/** The refusal for a violated unique constraint; undefined for any other error. */
export function takenRefusal(error: unknown): Error | undefined {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code !== '23505') return undefined;
  if (constraint.includes('username')) return refuse('username_taken', {}, { field: 'username' });
  return undefined;
}
