/** Address of a host's page about the guests of an event. */
export const guestsPath = (eventUuid: string, part?: 'speakers' | 'complimentary' | 'promo_codes' | 'billed'): string =>
  `/my_live_events/guests/${eventUuid}${part === undefined ? '' : `/${part}`}`;

/** Where tickets are scanned at the entrance. */
export const scanPath = (eventUuid: string): string => `/my_live_events/scan/${eventUuid}`;
