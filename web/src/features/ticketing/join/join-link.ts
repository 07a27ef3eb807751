import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import type { JoinLinkState } from '@frontrow/contract/accounts/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLinkToken } from '#web/shared/use-link-token.ts';
import { staleTicketKey, writeStored } from '#web/shared/api/storage.ts';

/** The state of a mailed link. Asked once: taking the seat uses the link up while this page is still shown. */
export const joinLinkQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['join-link', token],
    queryFn: ({ signal }) => call('POST /auth/join_link', { body: { token: token ?? '' }, signal }),
    enabled: ({ state }) => token !== null && state.data === undefined,
    retry: false,
  });

type JoinKind = JoinLinkState | 'noToken' | 'cancelled' | 'over';

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
  if (link === 'replay' && !pressedInVain) return 'replay';
  if (link !== 'open' && link !== 'waiting' && link !== 'replay') return link;
  if (pressedInVain) return 'gone';
  if (link === 'waiting') return page?.event.event_state === 0 ? 'waiting' : 'gone';
  return page?.event.event_state === 2 ? 'over' : 'open';
}

/**
 * Takes the token out of the address as soon as the router has read it, so that it stays in no history and travels in
 * no referrer. Works again each time a link is opened in this tab.
 */
export function useJoinToken(): string | null {
  const token = useLinkToken() ?? null;
  const location = useLocation();
  useEffect(() => {
    if (token !== null) window.history.replaceState(window.history.state, '', location.pathname);
  }, [token, location]);
  return token;
}

/**
 * Stores that a link was used or has expired; the event's page shows that and clears it. Not for somebody who has a
 * session: the link may be the one that opened it.
 */
export function leaveStaleTicket(link: JoinKind, { here }: { here: boolean }): void {
  if (link === 'gone' && !here) writeStored(staleTicketKey, '{}');
}
