import type { WireOffer, WireOfferChange } from '@frontrow/contract/meetings/hours-api.ts';
import { isZone } from '@frontrow/core/events/start-time.ts';
import { hoursPerDayMax } from '@frontrow/core/meetings/limits.ts';
import { offerProblem } from '@frontrow/core/meetings/offer-problem.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db } from '../../../db/db.ts';
import { offerFromWire, offerToWire, timesOf } from './offer-wire.ts';
import { keptOffer } from './read-offer.ts';
import { databaseKnowsZone, keepOffer } from './store.ts';

/** Replaces what the host offers; what was asked for or agreed stays as it is. Refuses with the field. */
export async function changeOffer(db: Db, hostId: number, wire: WireOfferChange): Promise<WireOffer> {
  // What is no zone here is refused below with the rest.
  if (isZone(wire.zone) && !(await databaseKnowsZone(db, wire.zone)))
    throw refuse('zone_unknown', { zone: wire.zone }, { field: 'zone' });
  return db.tx(async (tx) => {
    // An account that goes meanwhile leaves no offer behind, and of two changes the later one stays as a whole.
    const host = await tx.one('SELECT 1 FROM app_user WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE', [hostId]);
    if (!host) throw refuse('user_not_found');
    const offer = offerFromWire(wire, await keptOffer(tx, hostId));
    const problem = offerProblem({ ...timesOf(offer), enabled: offer.enabled });
    if (problem) throw refuse(problem.code, { zone: offer.zone, maximum: hoursPerDayMax }, { field: problem.field });
    await keepOffer(tx, hostId, offer);
    return offerToWire(await keptOffer(tx, hostId));
  });
}
