import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { broadcastViewersMost, interactiveSeatsMax } from '@frontrow/core/events/limits.ts';
import { eventSeats, isInteractive } from '#web/shared/ui/event-card-model.ts';

/** The most seats an event of this kind may have. A broadcast may have fewer where its server admits fewer. */
export const seatsMaxOf = (event: WireEvent): number =>
  isInteractive(event) ? interactiveSeatsMax : broadcastViewersMost;

/** Whether this many more seats are too many. What counts is the total. */
export const isTooMany = (event: WireEvent, before: number, added: number): boolean =>
  before + added > seatsMaxOf(event);

/** Seats are added while the event is upcoming. */
export const mayAddSeats = (event: WireEvent): boolean =>
  event.event_state === 0 && eventSeats(event).total < seatsMaxOf(event);

/**
 * Whether the event has other seats by now than the sum was made with. Phones do not poll, and the new total is sent:
 * it would take back what was added on another device.
 */
export function wereChanged(now: WireEvent, before: number, added: number): boolean {
  const { total } = eventSeats(now);
  return total !== before && total !== before + added;
}

/** What a change of the event says: the seats it has then. */
export const seatsChange = (event: WireEvent, total: number) => ({
  event_uuid: event.event_uuid,
  ...(isInteractive(event) ? { event_num_attendees: total } : { event_num_attendees_streaming: total }),
});
