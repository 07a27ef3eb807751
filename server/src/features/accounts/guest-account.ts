import { usernameSkeleton } from '@frontrow/core/accounts/username-skeleton.ts';
import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';

const alphabet = 'abcdefghjkmnpqrstuwxyz23456789';
const endingChars = 6;
const triesMax = 8;
/** Start of the username of a guest who has not chosen a name yet. */
export const guestUsernameStart = 'guest';

/** `<start>-<6 random letters>`. The first try is free nearly always. */
export function generatedUsername(ids: Ids, start: string): string {
  return `${start}-${Array.from({ length: endingChars }, () => alphabet[ids.below(alphabet.length)]).join('')}`;
}

/**
 * The guest account of a normalised address, created when missing. A registered account with the same address is never
 * touched, so a stranger's purchase neither collides with it nor reveals it. Safe inside any transaction and in
 * parallel.
 */
export async function guestFor(sql: Sql, ids: Ids, email: string): Promise<{ id: number; username: string }> {
  const find = (): Promise<{ id: number; username: string } | undefined> =>
    sql.one<{ id: number; username: string }>('SELECT id, username FROM app_user WHERE guest_email_norm = $1', [email]);
  const known = await find();
  if (known) return known;
  for (let attempt = 0; attempt < triesMax; attempt++) {
    const username = generatedUsername(ids, guestUsernameStart);
    const made = await sql.one<{ id: number; username: string }>(
      `INSERT INTO app_user (username, username_skeleton, guest_email_norm) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING id, username`,
      [username, usernameSkeleton(username), email],
    );
    const guest = made ?? (await find());
    if (guest) return guest;
  }
  throw new Error('no free guest username found');
}
