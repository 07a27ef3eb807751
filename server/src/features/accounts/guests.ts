import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { readShownName } from '@frontrow/core/accounts/profile.ts';
import { isReservedName } from '@frontrow/core/accounts/reserved-names.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Ids } from '../../ids.ts';
import type { Kit } from '../../kit.ts';
import { requestLanguageNow } from '../../i18n/request-language.ts';
import { type AttemptLimit, tryAttempt } from './attempts.ts';
import { guestLinkRequested } from './facts.ts';
import { hasTicketOrPlace, wasRemoved } from './join-links.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import { type AccountRow, findAccount, findByEmail, findGuestByEmail } from './records.ts';
import type { Sessions, SessionTokens } from './sessions.ts';

const alphabet = 'abcdefghjkmnpqrstuwxyz23456789';
const endingChars = 6;
const usernameTriesMax = 8;
/** Start of the username of a guest who has not chosen a name yet. */
const guestUsernameStart = 'guest';

/** `<start>-<6 random letters>`. The first try is free nearly always. */
function generatedUsername(ids: Ids, start: string): string {
  return `${start}-${Array.from({ length: endingChars }, () => alphabet[ids.below(alphabet.length)]).join('')}`;
}

/**
 * The guest account of a normalized email address, created if missing. A registered account with the same address is
 * never touched, so a stranger's purchase neither collides with it nor reveals it. Safe inside any transaction and in
 * parallel.
 */
export async function guestFor(sql: Sql, ids: Ids, email: string): Promise<{ id: number; username: string }> {
  const find = (): Promise<{ id: number; username: string } | undefined> =>
    sql.one<{ id: number; username: string }>('SELECT id, username FROM app_user WHERE guest_email_norm = $1', [email]);
  const known = await find();
  if (known) return known;
  for (let attempt = 0; attempt < usernameTriesMax; attempt++) {
    const username = generatedUsername(ids, guestUsernameStart);
    const made = await sql.one<{ id: number; username: string }>(
      `INSERT INTO app_user (username, username_skeleton, guest_email_norm, language) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id, username`,
      [username, usernameSkeleton(username), email, requestLanguageNow()],
    );
    const guest = made ?? (await find());
    if (guest) return guest;
  }
  throw new Error('no free guest username found');
}

interface EnterAsGuestDeps extends Pick<Kit, 'db' | 'ids'> {
  readonly sessions: Sessions;
}

interface GuestEntry {
  readonly tokens: SessionTokens;
  readonly account: AccountRow;
  readonly eventUuid: string;
}

const slugCharsMax = 20;
const guestTriesMax = 8;

/**
 * Consumes a join link and opens a session that is valid for its one event, even if the holder has an account, which an
 * emailed link must not open. The link verifies a guest's email address. A link whose ticket was refunded or moved to
 * an account is refused (`link_invalid`) without being consumed, and so is a reserved name (`name_reserved`).
 */
export async function enterAsGuest(
  { db, ids, sessions }: EnterAsGuestDeps,
  typed: { token: string; displayName: string | undefined },
): Promise<GuestEntry> {
  const displayName = readShownName(typed.displayName ?? '', 'display_name');
  return db.tx(async (tx) => {
    const link = await readLink(tx, 'join', typed.token);
    const eventUuid = link?.payload.eventUuid;
    if (!link || !eventUuid || !(await hasTicketOrPlace(tx, link.userId, eventUuid))) throw refuse('link_invalid');
    if (!(await consumeLink(tx, typed.token))) throw refuse('link_invalid');
    const holder = await findAccount(tx, link.userId);
    if (!holder) throw refuse('link_invalid');
    // An account has a name, and verifies its email address in its own way.
    if (holder.isGuest) {
      await tx.query('UPDATE app_user SET email_verified_at = coalesce(email_verified_at, app_now()) WHERE id = $1', [
        holder.id,
      ]);
      if (displayName !== '') await takeDisplayName(tx, ids, holder.id, displayName);
    }
    const account = (await findAccount(tx, holder.id))!;
    return { tokens: await sessions.open(tx, account, eventUuid), account, eventUuid };
  });
}

/**
 * Keeps the shown name, which may change. The username is made from the first one and stays, so that a banned guest
 * cannot come back under another.
 */
async function takeDisplayName(tx: Sql, ids: Ids, userId: number, displayName: string): Promise<void> {
  await tx.query('UPDATE app_user SET name = $2 WHERE id = $1', [userId, displayName]);
  const account = await findAccount(tx, userId);
  if (!account?.username.startsWith(`${guestUsernameStart}-`)) return;
  for (let attempt = 0; attempt < guestTriesMax; attempt++) {
    const username = generatedUsername(ids, slugOf(displayName));
    const taken = await tx.one('SELECT 1 FROM app_user WHERE username_skeleton = $1', [usernameSkeleton(username)]);
    if (taken) continue;
    await tx.query('UPDATE app_user SET username = $2, username_skeleton = $3 WHERE id = $1', [
      userId,
      username,
      usernameSkeleton(username),
    ]);
    return;
  }
}

function slugOf(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharsMax)
    .replace(/^-+|-+$/g, '');
  return slug === '' || isReservedName(slug) ? guestUsernameStart : slug;
}

const holderTriesMax = 3;

/**
 * The account that has verified a normalized email address, otherwise the guest of the address, created if missing.
 * Locked in the caller's transaction: an erasure that came first leaves the address to a new guest.
 */
export async function holderFor(tx: Sql, ids: Ids, email: string): Promise<number> {
  const owner = await tx.one<{ id: number }>(
    'SELECT id FROM app_user WHERE email_norm = $1 AND email_verified_at IS NOT NULL FOR SHARE',
    [email],
  );
  if (owner) return owner.id;
  for (let attempt = 0; attempt < holderTriesMax; attempt++) {
    const guest = await guestFor(tx, ids, email);
    const kept = await tx.one('SELECT 1 FROM app_user WHERE id = $1 AND guest_email_norm = $2 FOR SHARE', [
      guest.id,
      email,
    ]);
    if (kept) return guest.id;
  }
  throw new Error('the guest of an address was erased again and again');
}

/** The person behind an email address. */
export interface Person {
  /** Receives what is given to the email address: the account that has verified it, otherwise the guest. */
  readonly person: number;
  /** All accounts of the same person. */
  readonly rows: readonly number[];
  readonly is_guest: boolean;
}

/** The person of a normalized email address. A guest is created for an address that no account has verified. */
export async function personOf(sql: Sql, ids: Ids, email: string): Promise<Person> {
  const { owner } = await findByEmail(sql, email);
  if (!owner) {
    const guest = await guestFor(sql, ids, email);
    return { person: guest.id, rows: [guest.id], is_guest: true };
  }
  const guests = await sql.query<{ id: number }>('SELECT id FROM app_user WHERE guest_email_norm = $1', [email]);
  return { person: owner.id, rows: [owner.id, ...guests.map(({ id }) => id)], is_guest: false };
}

const limit: AttemptLimit = { scope: 'guest_link', max: mailsPerAddressMax, windowMs: mailsWindowMs };

/**
 * Emails a new join link to a guest whose browser lost the session. Response and work are the same whether or not the
 * email address holds a ticket. An address gets at most three such emails an hour; further requests are answered alike
 * without an email.
 */
export async function requestGuestLink(
  { db, ids }: Pick<Kit, 'db' | 'ids'>,
  typed: { email: string; eventUuid: string },
): Promise<void> {
  const email = readEmail(typed.email, domainToASCII);
  const { ok } = await tryAttempt(db, limit, email);
  if (!ok) return;
  const guest = await findGuestByEmail(db, email);
  const id = guest?.id ?? 0;
  const [entitled, removed] = await Promise.all([
    hasTicketOrPlace(db, id, typed.eventUuid),
    wasRemoved(db, id, typed.eventUuid),
  ]);
  const hears = guest && (entitled || removed);
  await recordFact(db, guestLinkRequested(hears ? guest.id : null, typed.eventUuid, ids.uuid()));
}
