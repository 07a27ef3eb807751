import { days, hours, minutes } from '../kernel/instant.ts';

/** The money of an event that took place is its host's this long after its end. */
export const releaseAfterMs = days(3);
export const movementsPageSize = 50;
/** Events of one page of what is still to come. */
export const balanceEventsPageSize = 20;
/** Lines of one file; the newest ones. */
export const movementsExportMax = 100_000;

/** How often the books of the providers are compared with ours. */
export const reconcileEveryMs = minutes(15);
/** Younger money may still be on its way into one of the books. */
export const booksSettleMs = minutes(15);
/** Each comparison begins this long before the end of the last one: books name different moments for one movement. */
export const booksOverlapMs = hours(2);
/** One run compares at most this much time, so that a long stop is made good in several runs. */
export const booksWindowMaxMs = days(1);
/** So much time of older, still open differences is looked at again at once, a few times in one run. */
export const recheckWindowMs = days(1);
export const rechecksPerRunMax = 4;
/** An open difference is looked at again for this long; later an app admin closes it by hand. */
export const differenceRecheckMs = days(30);
