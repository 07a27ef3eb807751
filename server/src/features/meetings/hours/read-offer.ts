import type { WireOffer } from '@frontrow/contract/meetings/hours-api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { offerToWire, unsaidOffer } from './offer-wire.ts';
import { findOffer, type Offer } from './store.ts';

/** What the host offers, or an empty offer in the host's own zone. */
export async function readOffer(sql: Sql, hostId: number): Promise<WireOffer> {
  return offerToWire(await keptOffer(sql, hostId));
}

export async function keptOffer(sql: Sql, hostId: number): Promise<Offer> {
  const offer = await findOffer(sql, hostId);
  if (offer) return offer;
  const row = await sql.one<{ zone_name: string }>(
    'SELECT zone_name FROM app_user WHERE id = $1 AND erased_at IS NULL',
    [hostId],
  );
  if (!row) throw refuse('user_not_found');
  return unsaidOffer(row.zone_name);
}
