import type { WireSeriesPass } from '@frontrow/contract/ticketing/pass-api.ts';

type Pass = NonNullable<WireSeriesPass['pass']>;

/** The dates that the pass would be bought for. */
export const missingDates = ({ event_uuids: all, held_event_uuids: held = [] }: Pass): string[] =>
  all.filter((uuid) => !held.includes(uuid));

/** The checkout lists this many lines at most: what is paid with must not be pages below. */
const linesMax = 8;

/** How many of so many dates are listed; what is left is one line more, of at least two dates. */
export const listedDates = (dates: number): number => (dates > linesMax ? linesMax - 1 : dates);

/**
 * What a page says of a pass: that the person has it (`bought`), that their payment for it is disputed, that they have
 * a ticket for every date, that it is not on sale or has no seats, or that it, or the rest of it, can be bought.
 */
export type PassOfferState = 'bought' | 'disputed' | 'haveAll' | 'ended' | 'soldOut' | 'whole' | 'rest';

export function passOfferState(pass: Pass): PassOfferState {
  if (pass.bought) return 'bought';
  if (pass.disputed) return 'disputed';
  if (missingDates(pass).length === 0) return 'haveAll';
  if (!pass.on_sale) return 'ended';
  if (pass.sold_out) return 'soldOut';
  return missingDates(pass).length < pass.event_uuids.length ? 'rest' : 'whole';
}
