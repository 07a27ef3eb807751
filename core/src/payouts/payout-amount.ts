import { type Currency, type Minor, moneyText } from '../kernel/money.ts';
import { refuse } from '../refuse.ts';
import { payoutMinimum } from './limits.ts';

export interface PayoutQuestion {
  readonly currency: Currency;
  /** What the books owe the host now; negative after refunds of money that was paid out already. */
  readonly available: Minor;
  /** Undefined: all there is. */
  readonly asked: Minor | undefined;
  /** What is on its way already. */
  readonly onItsWay: Minor | undefined;
  /** Why an app admin holds the payouts of this host. */
  readonly heldBecause: string | undefined;
}

/** How much a host gets now. Throws the refusal that says why it is nothing. */
export function payoutAmount({ currency, available, asked, onItsWay, heldBecause }: PayoutQuestion): Minor {
  if (heldBecause !== undefined) throw refuse('payouts_held', { reason: heldBecause });
  if (onItsWay !== undefined) throw refuse('payout_on_its_way', { amount: moneyText(onItsWay, currency) });
  if (available <= 0) throw refuse('payout_none_available', { currency: currency.code });
  const amount = asked ?? available;
  const minimum = payoutMinimum(currency);
  if (amount < minimum)
    throw refuse('payout_under_minimum', { minimum: moneyText(minimum, currency) }, { field: 'amount' });
  if (amount > available)
    throw refuse('payout_over_available', { available: moneyText(available, currency) }, { field: 'amount' });
  return amount;
}
