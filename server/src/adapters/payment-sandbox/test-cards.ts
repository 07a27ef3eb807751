/** What a test card does when it is charged. */
export type TestOutcome =
  | { readonly kind: 'pays' }
  | { readonly kind: 'challenges' }
  | { readonly kind: 'declines'; readonly sentence: string };

export interface KnownTestCard {
  readonly brand: 'visa' | 'mastercard' | 'amex';
  readonly last4: string;
  readonly outcome: TestOutcome;
}

const pays: TestOutcome = { kind: 'pays' };
const challenges: TestOutcome = { kind: 'challenges' };
const declines = (sentence: string): TestOutcome => ({ kind: 'declines', sentence });
const visa = (last4: string, outcome: TestOutcome): KnownTestCard => ({ brand: 'visa', last4, outcome });

const declined = declines('Your card was declined.');
const poor = declines('Your card has insufficient funds.');
const expired = declines('Your card has expired.');
const wrongCvc = declines("Your card's security code is incorrect.");

/** Cards by the name the books keep. Numbers and ids are the ones card providers publish for tests (decisions 42). */
export const testCards: Readonly<Record<string, KnownTestCard>> = {
  visa: visa('4242', pays),
  visa_debit: visa('5556', pays),
  mastercard: { brand: 'mastercard', last4: '4444', outcome: pays },
  amex: { brand: 'amex', last4: '0005', outcome: pays },
  visa_chargeDeclined: visa('0002', declined),
  visa_chargeDeclinedInsufficientFunds: visa('9995', poor),
  visa_chargeDeclinedExpiredCard: visa('0069', expired),
  visa_chargeDeclinedIncorrectCvc: visa('0127', wrongCvc),
  authenticationRequired: visa('3155', challenges),
  threeDSecure2Required: visa('3220', challenges),
};

const nameByNumber: Readonly<Record<string, string>> = {
  '4242424242424242': 'visa',
  '4000056655665556': 'visa_debit',
  '5555555555554444': 'mastercard',
  '378282246310005': 'amex',
  '4000000000000002': 'visa_chargeDeclined',
  '4000000000009995': 'visa_chargeDeclinedInsufficientFunds',
  '4000000000000069': 'visa_chargeDeclinedExpiredCard',
  '4000000000000127': 'visa_chargeDeclinedIncorrectCvc',
  '4000002500003155': 'authenticationRequired',
  '4000000000003220': 'threeDSecure2Required',
};

const nameById: Readonly<Record<string, string>> = {
  chargeDeclined: 'visa_chargeDeclined',
  chargeDeclinedInsufficientFunds: 'visa_chargeDeclinedInsufficientFunds',
  chargeDeclinedExpiredCard: 'visa_chargeDeclinedExpiredCard',
  chargeDeclinedIncorrectCvc: 'visa_chargeDeclinedIncorrectCvc',
};

/** The name of a published test number, spaces allowed; undefined for any other number. */
export const cardNamed = (number: string): string | undefined => nameByNumber[number.replaceAll(/[\s-]/g, '')];

/** The name behind `pm_card_visa` or `tok_visa`; undefined for any other id. */
export function cardOfTestId(id: string): string | undefined {
  const short = /^(?:pm_card_|tok_)(\w+)$/.exec(id)?.[1];
  if (short === undefined) return undefined;
  const name = nameById[short] ?? short;
  return Object.hasOwn(testCards, name) ? name : undefined;
}
