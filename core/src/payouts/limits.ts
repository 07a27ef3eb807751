import { days, hours, seconds } from '../kernel/instant.ts';
import type { Currency, Minor } from '../kernel/money.ts';

/** The least that is paid out, in whole units of the currency; a bank's fee would eat less. */
const payoutUnitsMin = 1;
/** What an automatic payout waits for unless the host says something else, in whole units. */
const automaticUnitsDefault = 25;
/** The most a host may have an automatic payout wait for, in whole units. */
const automaticUnitsMax = 1_000_000;

export const payoutMinimum = ({ digits }: Pick<Currency, 'digits'>): Minor => payoutUnitsMin * 10 ** digits;
export const automaticMinimumDefault = ({ digits }: Pick<Currency, 'digits'>): Minor =>
  automaticUnitsDefault * 10 ** digits;
export const automaticMinimumMax = ({ digits }: Pick<Currency, 'digits'>): Minor => automaticUnitsMax * 10 ** digits;

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
