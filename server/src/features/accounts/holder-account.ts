import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import { guestFor } from './guest-account.ts';

const triesMax = 3;

/**
 * The account that has proven a normalised address, else the guest of the address, created when missing. Locked in the
 * caller's transaction: an erasure that came first leaves the address to a new guest.
 */
export async function holderFor(tx: Sql, ids: Ids, email: string): Promise<number> {
  const owner = await tx.one<{ id: number }>(
    'SELECT id FROM app_user WHERE email_norm = $1 AND email_verified_at IS NOT NULL FOR SHARE',
    [email],
  );
  if (owner) return owner.id;
  for (let attempt = 0; attempt < triesMax; attempt++) {
    const guest = await guestFor(tx, ids, email);
    const kept = await tx.one('SELECT 1 FROM app_user WHERE id = $1 AND guest_email_norm = $2 FOR SHARE', [
      guest.id,
      email,
    ]);
    if (kept) return guest.id;
  }
  throw new Error('the guest of an address was erased again and again');
}
