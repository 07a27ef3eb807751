import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';

/**
 * Claims a ticket; a holder who finds the event sold out gets a place on its waitlist instead, and `onWaits` is called
 * which. Throws what the claim was refused with where there is no waitlist any more.
 */
export async function claimOrWait(
  eventUuid: string,
  claim: () => Promise<unknown>,
  onWaits: (position: number) => void,
): Promise<void> {
  try {
    await claim();
  } catch (refused) {
    if (!(refused instanceof ApiRefusal) || !refused.is('sold_out')) throw refused;
    const place = await call('POST /events/waitlist', { body: { event_uuid: eventUuid, join: true } }).catch(() => {
      throw refused;
    });
    onWaits(place.position ?? place.size);
  }
}
