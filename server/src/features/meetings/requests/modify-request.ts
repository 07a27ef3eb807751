import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { MeetingMinutes } from '@frontrow/core/meetings/limits.ts';
import { meetingPrice } from '@frontrow/core/meetings/meeting-price.ts';
import { requestText, requireMeetingTime, requireModified } from '@frontrow/core/meetings/request-terms.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { moveRequest } from './move-request.ts';
import { takeStep, timeIsTaken } from './store.ts';

export interface Modification {
  readonly startsAt: number | undefined;
  readonly minutes: MeetingMinutes | undefined;
  /** In whole units of the currency, with its digits. */
  readonly price: number | undefined;
  readonly message: string;
}

/**
 * The host proposes another time, length or price, also one that the offer does not name; the viewer agrees or
 * cancels. Throws what `moveRequest` throws, `nothing_modified`, `request_message_required`, `time_past`,
 * `time_too_far` and `time_taken`.
 */
export async function modifyRequest(
  kit: MeetingsKit,
  host: Account,
  id: string,
  wish: Modification,
): Promise<WireRequest> {
  const message = requestText(wish.message, { required: true, field: 'message' });
  return moveRequest(kit, host.id, id, 'modify', async ({ tx, request, side, next }) => {
    const terms = {
      startsAt: wish.startsAt ?? request.startsAt,
      minutes: wish.minutes ?? request.minutes,
      priceMinor: wish.price === undefined ? request.priceMinor : meetingPrice(wish.price, request.currency, 'price'),
    };
    requireModified(request, terms);
    requireMeetingTime(terms.startsAt, request.now);
    if (await timeIsTaken(tx, request.hostId, terms.startsAt, terms.minutes)) throw refuse('time_taken');
    await takeStep(tx, request, { to: next, by: side, message, ...terms });
  });
}
