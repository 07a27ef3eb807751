import type { Sql } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import { guestFor } from './guest-account.ts';
import { findByEmail } from './store.ts';

/** Who goes by an address. */
export interface Person {
  /** Holds what is given to the address: the account that has proven it, else the guest. */
  readonly person: number;
  /** All accounts of the same person. */
  readonly rows: readonly number[];
  readonly is_guest: boolean;
}

/** The person of a normalised address. A guest is made for an address that nobody has proven. */
export async function personOf(sql: Sql, ids: Ids, email: string): Promise<Person> {
  const { owner } = await findByEmail(sql, email);
  if (!owner) {
    const guest = await guestFor(sql, ids, email);
    return { person: guest.id, rows: [guest.id], is_guest: true };
  }
  const guests = await sql.query<{ id: number }>('SELECT id FROM app_user WHERE guest_email_norm = $1', [email]);
  return { person: owner.id, rows: [owner.id, ...guests.map(({ id }) => id)], is_guest: false };
}
