import type { JoinLinkState } from '@frontrow/contract/accounts/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';

export type JoinKind = JoinLinkState | 'noToken' | 'cancelled' | 'over';

/**
 * What the page of a link says. A cancelled event comes before everything else. A link that still opens its seat may
 * belong to a finished event. A link whose button was refused opens nothing, whatever its state was before.
 */
export function joinKind(
  page: WireEventPage | undefined,
  link: JoinLinkState | 'noToken',
  pressedInVain: boolean,
): JoinKind {
  if (page?.event.event_cancelled) return 'cancelled';
  if (link !== 'open' && link !== 'waiting') return link;
  if (pressedInVain) return 'gone';
  if (link === 'waiting') return page?.event.event_state === 0 ? 'waiting' : 'gone';
  return page?.event.event_state === 2 ? 'over' : 'open';
}
