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

const kindNames = { sandbox: 'sandbox', stripe: 'Stripe', paypal: 'PayPal', sepa: 'bank' } as const;
type KindName = keyof typeof kindNames;

/** What a host can do whose account does not take the currency. `kinds`: what could be added that takes it. */
export function currencyAdvice(
  code: string,
  asked: { readonly kind: KindName; readonly hasOther: boolean; readonly kinds: readonly KindName[] },
): string {
  if (!asked.hasOther && asked.kinds.length === 0)
    return `Payouts in ${code} are not offered here yet: the money stays in your balance. Please contact support.`;
  // Bank transfers never take it; at Stripe the host may add a bank account in it.
  const names = asked.kinds.map((kind) => kindNames[kind]).join(' or ');
  const added = asked.kind === 'sepa' && !asked.hasOther ? ` You can add a ${names} account.` : '';
  return `Choose another payout method for ${code}.${added}`;
}
