import { queryOptions } from '@tanstack/react-query';
import type { WireMeetingDoor } from '@frontrow/contract/meetings/api.ts';
import { call } from '#web/shared/api/call.ts';

export const doorQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['meeting-door', uuid],
    queryFn: async ({ signal }) =>
      (await call('GET /private_meetings/:uuid/room', { params: { uuid }, signal })).meeting,
  });

/** Whom the caller meets, by the name that is shown; to an app admin it is the host. */
export const otherAt = (door: WireMeetingDoor): WireMeetingDoor['host'] =>
  door.side === 'host' ? door.viewer : door.host;

/** Whether the other one is in the room now. */
export const isOtherHere = (door: WireMeetingDoor): boolean =>
  door.side === 'host' ? door.viewer_here : door.host_here;
