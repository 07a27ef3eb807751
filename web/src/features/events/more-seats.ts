import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { interactiveSeatsMax } from '@frontrow/core/events/limits.ts';
import { eventSeats, isInteractive } from '#web/shared/ui/event-card-model.ts';

/** Seats are added while the event is upcoming. How many a broadcast may have at most, the server says. */
export const mayAddSeats = (event: WireEvent): boolean =>
  event.event_state === 0 && (!isInteractive(event) || eventSeats(event).total < interactiveSeatsMax);

/** What a change of the event says: the seats it has then. */
export const seatsChange = (event: WireEvent, total: number) => ({
  event_uuid: event.event_uuid,
  ...(isInteractive(event) ? { event_num_attendees: total } : { event_num_attendees_streaming: total }),
});
