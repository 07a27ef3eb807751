import type { WireEvent } from '@frontrow/contract/events/api.ts';

/** The publish form, filled in with an event of one's own: to change it, or to make another one like it. */
export const changePath = (event: WireEvent): string => `/publish_event?edit=${event.event_uuid}`;
export const copyPath = (event: WireEvent): string => `/publish_event?copy=${event.event_uuid}`;
