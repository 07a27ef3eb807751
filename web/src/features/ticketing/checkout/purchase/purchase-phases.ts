import { machine } from '@frontrow/core/kernel/machine.ts';

/**
 * Where a purchase stands: the form, a request under way, the bank's page in its frame, the bank being asked for the
 * outcome, away on the wallet's page, or bought.
 */
export type Phase = 'form' | 'paying' | 'challenge' | 'confirming' | 'away' | 'done';

export type Step = 'pay' | 'challenge' | 'abandon' | 'confirm' | 'leave' | 'comeBack' | 'fail' | 'finish';

export const purchasePhases = machine<Phase, Step>('purchase', 'form', {
  form: { pay: 'paying' },
  paying: { challenge: 'challenge', confirm: 'confirming', leave: 'away', fail: 'form', finish: 'done' },
  challenge: { confirm: 'confirming', abandon: 'form' },
  confirming: { fail: 'form', finish: 'done' },
  away: { comeBack: 'form' },
  done: {},
});
