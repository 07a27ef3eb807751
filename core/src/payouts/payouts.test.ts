import { describe, expect, test } from 'vitest';
import { days, hours, seconds } from '../kernel/instant.ts';
import { currencyOf, EUR } from '../kernel/money.ts';
import { isNameOf, maskedAccount, maskedEmail, maskedIban } from './sepa-account.ts';
import { lookAgainAfterMs, payoutMinimum, sendAgainAfterMs } from './limits.ts';
import {
  currencyAdvice,
  payoutAmount,
  payoutMachine,
  payoutSteps,
  type PayoutQuestion,
  type PayoutStatus,
} from './payouts.ts';
import { endToEndId, sepaText } from './sepa-text.ts';

describe('steps of a payout', () => {
  const path = (known: PayoutStatus, said: PayoutStatus): PayoutStatus =>
    payoutSteps(known, said).reduce<PayoutStatus>((state, step) => payoutMachine.next(state, step)!, known);

  test('every answer of a bank moves a payout along the machine, and never back', () => {
    const order: readonly PayoutStatus[] = ['requested', 'sent', 'paid', 'failed', 'returned'];
    expect(order.toSorted()).toEqual(payoutMachine.states.toSorted());
    for (const known of order)
      for (const said of order)
        expect([known, said, order.indexOf(path(known, said)) >= order.indexOf(known)]).toEqual([known, said, true]);
    expect(path('requested', 'returned')).toBe('returned');
    expect(path('requested', 'failed')).toBe('failed');
    expect(path('paid', 'failed')).toBe('returned');
  });

  test('stale and duplicate status updates of a payout are ignored', () => {
    for (const known of payoutMachine.states) expect(payoutSteps(known, known)).toEqual([]);
    expect(payoutSteps('paid', 'sent')).toEqual([]);
    expect(payoutSteps('sent', 'requested')).toEqual([]);
    for (const said of payoutMachine.states) {
      expect(payoutSteps('failed', said)).toEqual([]);
      expect(payoutSteps('returned', said)).toEqual([]);
    }
  });
});

describe('the amount of a payout', () => {
  const question: PayoutQuestion = {
    currency: EUR,
    available: 2500,
    asked: undefined,
    onItsWay: undefined,
    heldBecause: undefined,
  };
  const asked = (more: Partial<PayoutQuestion>) => () => payoutAmount({ ...question, ...more });

  test('a payout is all that is available, or the amount requested', () => {
    expect(asked({})()).toBe(2500);
    expect(asked({ asked: 100 })()).toBe(100);
    expect(asked({ asked: 2500 })()).toBe(2500);
  });

  test('a payout is at least the minimum and at most what is available, alone on its way, and refused during a hold', () => {
    expect(asked({ asked: 99 })).toThrow('The minimum payout is €1.00.');
    expect(asked({ available: 99 })).toThrow('The minimum payout is €1.00.');
    expect(asked({ asked: 2501 })).toThrow('You can withdraw up to €25.00.');
    expect(asked({ available: 0 })).toThrow('You have no EUR available to pay out yet.');
    expect(asked({ available: -300 })).toThrow('You have no EUR available to pay out yet.');
    expect(asked({ onItsWay: 700 })).toThrow('Your payout of €7.00 is on its way.');
    expect(asked({ heldBecause: 'A complaint.' })).toThrow('Your payouts are on hold. Reason: “A complaint.”');
  });

  test('the minimum is one whole unit, and 100 yen', () => {
    expect(['EUR', 'GBP', 'JPY'].map((code) => payoutMinimum(currencyOf(code)))).toEqual([100, 100, 100]);
    expect(asked({ currency: currencyOf('JPY'), available: 99 })).toThrow('The minimum payout is ¥100.');
  });
});

test.each([
  ['Robin Ash', true],
  ['ASH, ROBIN', true],
  ['Robín  Ash', true],
  ['Robin James Ash', true],
  ['Ash', false],
  ['Robin Oak', false],
  ['Ash Ltd', false],
  ['', false],
])('“%s” is the name of Robin Ash: %s', (holder, is) => {
  expect(isNameOf(holder, ['Robin Ash', ''])).toBe(is);
});

test('a name of one word matches only itself', () => {
  expect(isNameOf('Sting', ['Gordon Sumner', 'Sting'])).toBe(true);
  expect(isNameOf('Sting Ray', ['Sting'])).toBe(false);
});

test('an account is shown by its last four characters', () => {
  expect(maskedIban('DE89370400440532013000')).toBe('DE •••• 3000');
  expect(maskedEmail('robin@mail.test')).toBe('r••••@mail.test');
  expect(maskedAccount('acct_1AbCdEfGh')).toBe('•••• EfGh');
});

test('a text for a bank has only characters that it accepts', () => {
  expect(sepaText('Łukasz Weiß & Søn', 70)).toBe('Lukasz Weiss . Son');
  expect(sepaText('x'.repeat(80), 70)).toHaveLength(70);
  expect(endToEndId('0b4a7c3e-0000-4000-8000-000000000001')).toHaveLength(32);
});

test('a bank is asked less often the older a payout is, and not forever', () => {
  expect([1, 3, 20].map(sendAgainAfterMs)).toEqual([seconds(2), seconds(8), hours(1)]);
  expect(lookAgainAfterMs('sent', 0)).toBe(seconds(2));
  expect(lookAgainAfterMs('sent', days(3))).toBe(hours(1));
  expect(lookAgainAfterMs('paid', 0)).toBe(hours(1));
  expect(lookAgainAfterMs('paid', days(60))).toBe(hours(12));
  expect(lookAgainAfterMs('paid', days(60) + 1)).toBeUndefined();
});

test('a host whose account does not take the currency reads what to do', () => {
  const advice = (kind: 'sepa' | 'stripe', hasOther: boolean, kinds: readonly ('stripe' | 'paypal')[]) =>
    currencyAdvice('JPY', { kind, hasOther, kinds });
  expect(advice('sepa', true, ['stripe'])).toBe('Choose another payout method for JPY.');
  expect(advice('stripe', false, ['stripe', 'paypal'])).toBe('Choose another payout method for JPY.');
  expect(advice('sepa', false, ['stripe', 'paypal'])).toBe(
    'Choose another payout method for JPY. You can add a Stripe or PayPal account.',
  );
  expect(advice('sepa', false, [])).toContain('the money stays in your balance');
});
