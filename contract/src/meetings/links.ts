import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';

/** Pages of private requests, by side. */
export const requestsPath = { viewer: '/message/private_request', host: '/private_meeting' } as const;

/** The page of one request, as mails link to it. */
export const requestLinkPath = (side: MeetingSide, requestUuid: string): string =>
  `${requestsPath[side]}?request=${requestUuid}`;
