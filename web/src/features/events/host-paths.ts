import type { WireEvent } from '@frontrow/contract/events/api.ts';

/** The page that helps to sell an event: link, promo code, free tickets. */
export const sharePath = (eventUuid: string): string => `/event/${eventUuid}/share`;

/** How a finished event went. */
export const resultsPath = (eventUuid: string): string => `/hosting/results/${eventUuid}`;

/** Addresses of the publish form with one of the host's events, to change or to copy it. */
export const changePath = (event: WireEvent): string => `/publish_event?edit=${event.event_uuid}`;
export const copyPath = (event: WireEvent): string => `/publish_event?copy=${event.event_uuid}`;

/** The publish form for further dates of the series of one of the host's events. */
export const addDatesPath = (event: WireEvent): string => `${copyPath(event)}&joins`;

/** Address of a host's page about the guests of an event. */
export const guestsPath = (eventUuid: string, part?: 'speakers' | 'complimentary' | 'promo_codes' | 'billed'): string =>
  `/my_live_events/guests/${eventUuid}${part === undefined ? '' : `/${part}`}`;

/** Where tickets are scanned at the entrance. */
export const scanPath = (eventUuid: string): string => `/my_live_events/scan/${eventUuid}`;
