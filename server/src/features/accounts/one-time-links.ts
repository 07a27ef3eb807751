import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import { magicLinkMs, mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import type { Sql } from '../../db/db.ts';
import { type Fact, recordFact } from '../../facts/fact-handler.ts';
import type { Ids } from '../../ids.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { type AttemptLimit, tryAttempt } from './attempts.ts';
import { magicLinkRequested, passwordResetRequested } from './facts.ts';
import { findByEmail } from './records.ts';

type LinkPurpose = 'verify_email' | 'join' | 'reset_password' | 'magic_link' | 'change_email' | 'social_link';

interface OpenLink {
  readonly userId: number;
  readonly payload: Readonly<Record<string, string>>;
}

/** Issues the secret of an emailed link: at least 160 bits, works once. Only its hash is stored. */
export async function issueLink(
  sql: Sql,
  ids: Ids,
  link: OpenLink & { readonly purpose: LinkPurpose; readonly validMs: number },
): Promise<string> {
  const token = ids.secret();
  await sql.query(
    `INSERT INTO one_time_token (hash, purpose, user_id, payload, expires_at)
     VALUES ($1, $2, $3, $4, app_now() + make_interval(secs => $5))`,
    [hashOf(token), link.purpose, link.userId, JSON.stringify(link.payload), link.validMs / 1000],
  );
  return token;
}

/** Reads who a link is for, also of a used one. Only `consumeLink` says whether it still works. */
export async function readLink(tx: Sql, purpose: LinkPurpose, token: string): Promise<OpenLink | undefined> {
  const row = await tx.one<{ user_id: number; payload: Record<string, string> }>(
    'SELECT user_id, payload FROM one_time_token WHERE hash = $1 AND purpose = $2',
    [hashOf(token), purpose],
  );
  return row && { userId: row.user_id, payload: row.payload };
}

/** True if `consumeLink` would succeed now. For callers that have much to do before it. */
export async function isOpenLink(sql: Sql, token: string): Promise<boolean> {
  const row = await sql.one(
    'SELECT 1 FROM one_time_token WHERE hash = $1 AND used_at IS NULL AND expires_at > app_now()',
    [hashOf(token)],
  );
  return row !== undefined;
}

/** Consumes the link. False if it was used before or has expired. Of many concurrent calls, one gets true. */
export async function consumeLink(tx: Sql, token: string): Promise<boolean> {
  const row = await tx.one(
    `UPDATE one_time_token SET used_at = app_now()
     WHERE hash = $1 AND used_at IS NULL AND expires_at > app_now() RETURNING hash`,
    [hashOf(token)],
  );
  return row !== undefined;
}

/** Consumes all open links for these purposes: a person who has used one of them needs no other. */
export async function closeLinks(tx: Sql, userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx.query(
    `UPDATE one_time_token SET used_at = app_now() WHERE hash IN (
       SELECT hash FROM one_time_token
       WHERE user_id = $1 AND purpose = ANY ($2) AND used_at IS NULL AND expires_at > app_now()
       ORDER BY hash FOR UPDATE)`,
    [userId, purposes],
  );
}

/** Locks all links of these people. They are locked before the people, as when a link is used. */
export async function lockLinks(tx: Sql, userIds: readonly number[]): Promise<void> {
  await tx.query('SELECT 1 FROM one_time_token WHERE user_id = ANY ($1) ORDER BY hash FOR UPDATE', [userIds]);
}

type Deps = Pick<Kit, 'db' | 'ids'>;

/**
 * Requests an email to reset a password. Response and work are the same whether or not the email address has an
 * account. An address gets at most three such emails an hour; further requests are answered alike without an email.
 */
export const requestPasswordReset = (deps: Deps, email: string): Promise<void> =>
  ask(deps, { scope: 'reset_password', windowMs: mailsWindowMs }, email, passwordResetRequested);

/** Requests an email that logs in. Reveals as little about the email address as `requestPasswordReset`. */
export const requestMagicLink = (deps: Deps, email: string): Promise<void> =>
  // Emails are counted for as long as a link works: a stranger who uses them up leaves the owner a link that works.
  ask(deps, { scope: 'magic_link', windowMs: magicLinkMs }, email, magicLinkRequested);

async function ask(
  { db, ids }: Deps,
  per: Pick<AttemptLimit, 'scope' | 'windowMs'>,
  typed: string,
  fact: (accountId: number | null, askId: string) => Fact,
): Promise<void> {
  const email = readEmail(typed, domainToASCII);
  const { ok } = await tryAttempt(db, { ...per, max: mailsPerAddressMax }, email);
  if (!ok) return;
  const { owner, first } = await findByEmail(db, email);
  await recordFact(db, fact((owner ?? first)?.id ?? null, ids.uuid()));
}
