import { termsOf } from '../catalog/selling-terms.ts';
import { days, hours, seconds } from '../kernel/instant.ts';
import { type Currency, type Minor, minorOf } from '../kernel/money.ts';

/** What an automatic payout waits for unless the host says something else, in minimums. */
const automaticDefaultTimes = 25;
/** The most a host may have an automatic payout wait for, in minimums. */
const automaticMaxTimes = 1_000_000;

export const payoutMinimum = (currency: Currency): Minor => minorOf(termsOf(currency.code).payoutMin, currency);
export const automaticMinimumDefault = (currency: Currency): Minor => automaticDefaultTimes * payoutMinimum(currency);
export const automaticMinimumMax = (currency: Currency): Minor => automaticMaxTimes * payoutMinimum(currency);

export const payoutMethodsMax = 5;
export const payoutsPageSize = 20;
export const holderNameCharsMax = 70;
export const payoutAccountCharsMax = 254;
/** Automatic payouts are made this often. */
export const automaticEveryMs = days(7);
/** Payouts of one pain.001 file; banks take more, people who check one do not. */
export const sepaLinesMax = 500;
/** The sandbox bank has decided after this long. */
export const sandboxSettlesAfterMs = seconds(2);
/** The sandbox account `returns` sends the money back this long after it was asked. */
export const sandboxReturnsAfterMs = days(3);
/** A paid payout is looked at this long: banks send money back weeks later. */
export const returnsWatchedMs = days(60);

const sendAgainMsMax = hours(1);
const sentLookMsMin = seconds(2);
const sentLookMsMax = hours(1);
const paidLookMsMax = hours(12);

/** After how long a payout that waits to be sent is tried again, by the tries so far. */
export const sendAgainAfterMs = (attempts: number): number =>
  Math.min(seconds(2 ** Math.min(attempts, 12)), sendAgainMsMax);

/** After how long the bank is asked again about a payout that it has; undefined: no more. The older, the rarer. */
export function lookAgainAfterMs(status: 'sent' | 'paid', ageMs: number): number | undefined {
  if (status === 'sent') return Math.min(Math.max(ageMs / 2, sentLookMsMin), sentLookMsMax);
  return ageMs > returnsWatchedMs ? undefined : Math.min(Math.max(ageMs, hours(1)), paidLookMsMax);
}
