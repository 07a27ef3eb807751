import type { JoinLinkState } from '@frontrow/contract/accounts/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';

export type JoinKind = JoinLinkState | 'noToken' | 'cancelled' | 'over';

/**
 * What the page of a link says: of a cancelled event nothing else; a link that opens its seat may be for an event that is over, and one
 * that was pressed in vain opens none, whatever could be learnt of it.
 */
export function joinKind(
  page: WireEventPage | undefined,
  link: JoinLinkState | 'noToken',
  pressedInVain: boolean,
): JoinKind {
  if (page?.event.event_cancelled) return 'cancelled';
  if (link !== 'open') return link;
  if (pressedInVain) return 'gone';
  return page?.event.event_state === 2 ? 'over' : 'open';
}
