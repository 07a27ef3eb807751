import { readShownName } from '@frontrow/core/accounts/person-name.ts';
import { isReservedName } from '@frontrow/core/accounts/reserved-names.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/username-skeleton.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { Kit } from '../../kit.ts';
import { generatedUsername, guestUsernameStart } from './guest-account.ts';
import { hasTicketOrPlace } from './join-link.ts';
import { consumeLink, readLink } from './one-time-links.ts';
import type { Sessions, SessionTokens } from './sessions.ts';
import { type AccountRow, findAccount } from './store.ts';

export interface EnterAsGuestUses extends Pick<Kit, 'db' | 'ids'> {
  readonly sessions: Sessions;
}

export interface GuestEntry {
  readonly tokens: SessionTokens;
  readonly account: AccountRow;
  readonly eventUuid: string;
}

const slugCharsMax = 20;
const triesMax = 8;

/**
 * Uses a join link up and opens a session that is valid for its one event. The link proves the address. A link whose
 * ticket was refunded or moved to an account is refused (`link_invalid`) and not used up, and so is a reserved name
 * (`name_reserved`).
 */
export async function enterAsGuest(
  { db, ids, sessions }: EnterAsGuestUses,
  typed: { token: string; displayName: string | undefined },
): Promise<GuestEntry> {
  const displayName = readShownName(typed.displayName ?? '', 'display_name');
  return db.tx(async (tx) => {
    const link = await readLink(tx, 'join', typed.token);
    const eventUuid = link?.payload.eventUuid;
    if (!link || !eventUuid || !(await hasTicketOrPlace(tx, link.userId, eventUuid))) throw refuse('link_invalid');
    if (!(await consumeLink(tx, typed.token))) throw refuse('link_invalid');
    await tx.query('UPDATE app_user SET email_verified_at = coalesce(email_verified_at, app_now()) WHERE id = $1', [
      link.userId,
    ]);
    if (displayName !== '') await takeDisplayName(tx, ids, link.userId, displayName);
    const account = await findAccount(tx, link.userId);
    if (!account?.isGuest) throw refuse('link_invalid');
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
  for (let attempt = 0; attempt < triesMax; attempt++) {
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
