import { machine } from '../kernel/machine.ts';
import { moneyText, type Currency, type Minor } from '../kernel/money.ts';
import { refuse } from '../refuse.ts';
import { payoutMinimum } from './limits.ts';

/** Payout: money of a host on its way to an account. One that failed or came back is over; a retry is a new payout. */
export const payoutMachine = machine('payout', 'requested', {
  requested: { send: 'sent' },
  sent: { pay: 'paid', fail: 'failed' },
  paid: { come_back: 'returned' },
  failed: {},
  returned: {},
});
export type PayoutStatus = (typeof payoutMachine)['states'][number];
export type PayoutStep = 'send' | 'pay' | 'fail' | 'come_back';

/**
 * The steps that lead from what we know to what the bank says; none where it says nothing new, or something that is
 * older than what we know. News may be missed, so one answer may stand for several steps.
 */
export function payoutSteps(known: PayoutStatus, said: PayoutStatus): readonly PayoutStep[] {
  switch (known) {
    case 'requested':
      return said === 'requested' ? [] : ['send', ...payoutSteps('sent', said)];
    case 'sent':
      if (said === 'paid') return ['pay'];
      if (said === 'failed') return ['fail'];
      return said === 'returned' ? ['pay', 'come_back'] : [];
    case 'paid':
      // Some banks call it failed when money that had arrived is sent back.
      return said === 'returned' || said === 'failed' ? ['come_back'] : [];
    default:
      return [];
  }
}

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
