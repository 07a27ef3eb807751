import { expect, test } from 'vitest';
import { cardNamed, cardOfTestId, testCards } from './test-cards.ts';

const refusal = 'Your card was declined.';

test.each([
  ['visa', '4242 4242 4242 4242', 'visa', 'pays'],
  ['visa_debit', '4000 0566 5566 5556', 'visa', 'pays'],
  ['mastercard', '5555 5555 5555 4444', 'mastercard', 'pays'],
  ['mastercard_debit', '5200 8282 8282 8210', 'mastercard', 'pays'],
  ['mastercard_prepaid', '5105 1051 0510 5100', 'mastercard', 'pays'],
  ['amex', '3782 822463 10005', 'amex', 'pays'],
  ['discover', '6011 1111 1111 1117', 'discover', 'pays'],
  ['diners', '3056 9300 0902 0004', 'diners', 'pays'],
  ['jcb', '3566 0020 2036 0505', 'jcb', 'pays'],
  ['unionpay', '6200 0000 0000 0005', 'unionpay', 'pays'],
  ['visa_chargeDeclined', '4000 0000 0000 0002', 'visa', refusal],
  ['chargeDeclined', '4000 0000 0000 0002', 'visa', refusal],
  ['visa_chargeDeclinedLostCard', '4000 0000 0000 9987', 'visa', refusal],
  ['visa_chargeDeclinedStolenCard', '4000 0000 0000 9979', 'visa', refusal],
  ['chargeDeclinedInsufficientFunds', '4000 0000 0000 9995', 'visa', 'Your card has insufficient funds.'],
  ['chargeDeclinedExpiredCard', '4000 0000 0000 0069', 'visa', 'Your card has expired.'],
  ['chargeDeclinedIncorrectCvc', '4000 0000 0000 0127', 'visa', "Your card's security code is incorrect."],
  [
    'chargeDeclinedProcessingError',
    '4000 0000 0000 0119',
    'visa',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  [
    'visa_chargeDeclinedVelocityLimitExceeded',
    '4000 0000 0000 6975',
    'visa',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
  ['chargeCustomerFail', '4000 0000 0000 0341', 'visa', refusal],
  ['radarBlock', '4100 0000 0000 0019', 'visa', refusal],
  ['createDispute', '4000 0000 0000 0259', 'visa', 'pays'],
  ['authenticationRequired', '4000 0025 0000 3155', 'visa', 'challenges'],
  ['threeDSecure2Required', '4000 0000 0000 3220', 'visa', 'challenges'],
  ['threeDSecureRequired', '4000 0000 0000 3063', 'visa', 'challenges'],
  ['threeDSecureOptional', '4000 0000 0000 3055', 'visa', 'pays'],
])('%s is %s', (id, number, brand, does) => {
  const name = cardNamed(number) ?? '';
  expect([cardOfTestId(`pm_card_${id}`), cardOfTestId(`tok_${id}`)]).toEqual([name, name]);
  const { outcome, ...card } = testCards[name]!;
  expect(card).toEqual({ brand, last4: number.replaceAll(' ', '').slice(-4) });
  expect(outcome.kind === 'declines' ? outcome.sentence : outcome.kind).toBe(does);
});

test.each(['pm_card_nobody', 'pm_card_toString', 'pm_visa', 'visa', 'tok_sb_visa'])('%s is no card', (id) => {
  expect(cardOfTestId(id)).toBeUndefined();
});
