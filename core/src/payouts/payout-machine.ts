import { machine } from '../kernel/machine.ts';

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
