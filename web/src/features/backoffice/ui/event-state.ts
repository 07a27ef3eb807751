import type { WireAdminEvent } from '@frontrow/contract/backoffice/api.ts';

/** The state of an event in one word. */
export const eventStateOf = (
  event: Pick<WireAdminEvent, 'event_cancelled' | 'event_state'>,
): 'upcoming' | 'live' | 'finished' | 'cancelled' =>
  event.event_cancelled ? 'cancelled' : (['upcoming', 'live', 'finished'] as const)[event.event_state];
