import type { WireEventCard } from '@frontrow/contract/events/api.ts';

/** The one event to see now: live first (most watched with a free seat), else the next one. */
export function heroEvent(live: readonly WireEventCard[], coming: readonly WireEventCard[]): WireEventCard | null {
  const free = (card: WireEventCard): boolean =>
    (card.event.event_num_tickets_free ?? card.event.event_num_tickets_free_streaming ?? 0) > 0;
  const watched = live.toSorted((a, b) => Number(free(b)) - Number(free(a)) || b.watching - a.watching);
  return watched[0] ?? coming.find((card) => card.event.event_state === 0) ?? null;
}
