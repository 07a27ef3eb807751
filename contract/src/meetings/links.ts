import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';

/** Pages of private requests, by side. */
export const requestsPath = { viewer: '/message/private_request', host: '/private_meeting' } as const;

/** The page of one request, as mails link to it. */
export const requestLinkPath = (side: MeetingSide, requestUuid: string): string =>
  `${requestsPath[side]}?request=${requestUuid}`;

/** The page of an event; that of a private meeting is its request, as the reader's side sees it. */
export const eventOrRequestPath = (
  side: MeetingSide,
  eventUuid: string,
  { made }: Partial<Pick<EventTitle, 'made'>>,
): string => (made === 'meeting' ? requestLinkPath(side, eventUuid) : `/event/${eventUuid}`);
