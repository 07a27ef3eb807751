import { queryOptions } from '@tanstack/react-query';
import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import { call } from '#web/shared/api/call.ts';

export const meetingQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['meeting-room', uuid],
    queryFn: async ({ signal }) =>
      (await call('GET /private_meetings/:uuid/room', { params: { uuid }, signal })).meeting,
  });

/** Whom the caller meets, by the name that is shown; to an app admin it is the host. */
export const otherAt = (meeting: WireMeetingRoom): WireMeetingRoom['host'] =>
  meeting.side === 'host' ? meeting.viewer : meeting.host;

/** Whether the other one is in the room now. */
export const isOtherHere = (meeting: WireMeetingRoom): boolean =>
  meeting.side === 'host' ? meeting.viewer_here : meeting.host_here;
