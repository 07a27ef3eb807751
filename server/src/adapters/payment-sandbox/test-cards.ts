import type { CardExpiry } from '@frontrow/core/ticketing/card-expiry.ts';

/** What a test card does when it is charged. */
export type TestOutcome =
  | { readonly kind: 'pays' }
  | { readonly kind: 'challenges' }
  | { readonly kind: 'declines'; readonly sentence: string };

export interface KnownTestCard {
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
  readonly last4: string;
  readonly outcome: TestOutcome;
}

/** The published ids (`tok_visa`) name no date, so we give them one. */
export const publishedExpiry: CardExpiry = { month: 12, year: 2034 };

type Listed = readonly [number: string, outcome: TestOutcome, brand?: KnownTestCard['brand']];

const pays: TestOutcome = { kind: 'pays' };
const challenges: TestOutcome = { kind: 'challenges' };
const declines = (sentence: string): TestOutcome => ({ kind: 'declines', sentence });

/** Lost, stolen and blocked cards too: the payer learns no more than that. */
const declined = declines('Your card was declined.');
const poor = declines('Your card has insufficient funds.');
const expired = declines('Your card has expired.');
const wrongCvc = declines("Your card's security code is incorrect.");
const failed = declines('An error occurred while processing your card. Try again in a little bit.');
const tooOften = declines(
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
);

/** By the name the books keep. Numbers and ids are the ones card providers publish for tests; no brand is Visa. */
const listed: Readonly<Record<string, Listed>> = {
  visa: ['4242424242424242', pays],
  visa_debit: ['4000056655665556', pays],
  mastercard: ['5555555555554444', pays, 'mastercard'],
  mastercard_debit: ['5200828282828210', pays, 'mastercard'],
  mastercard_prepaid: ['5105105105105100', pays, 'mastercard'],
  amex: ['378282246310005', pays, 'amex'],
  discover: ['6011111111111117', pays, 'discover'],
  diners: ['3056930009020004', pays, 'diners'],
  jcb: ['3566002020360505', pays, 'jcb'],
  unionpay: ['6200000000000005', pays, 'unionpay'],
  visa_chargeDeclined: ['4000000000000002', declined],
  visa_chargeDeclinedInsufficientFunds: ['4000000000009995', poor],
  visa_chargeDeclinedLostCard: ['4000000000009987', declined],
  visa_chargeDeclinedStolenCard: ['4000000000009979', declined],
  visa_chargeDeclinedExpiredCard: ['4000000000000069', expired],
  visa_chargeDeclinedIncorrectCvc: ['4000000000000127', wrongCvc],
  visa_chargeDeclinedProcessingError: ['4000000000000119', failed],
  visa_chargeDeclinedVelocityLimitExceeded: ['4000000000006975', tooOften],
  chargeCustomerFail: ['4000000000000341', declined],
  radarBlock: ['4100000000000019', declined],
  createDispute: ['4000000000000259', pays],
  authenticationRequired: ['4000002500003155', challenges],
  threeDSecure2Required: ['4000000000003220', challenges],
  threeDSecureRequired: ['4000000000003063', challenges],
  threeDSecureOptional: ['4000000000003055', pays],
};

export const testCards: Readonly<Record<string, KnownTestCard>> = Object.fromEntries(
  Object.entries(listed).map(([name, [number, outcome, brand = 'visa']]) => [
    name,
    { brand, last4: number.slice(-4), outcome },
  ]),
);

const nameByNumber = new Map(Object.entries(listed).map(([name, [number]]) => [number, name]));

/** The name of a published test number, spaces allowed; undefined for any other number. */
export const cardNamed = (number: string): string | undefined => nameByNumber.get(number.replaceAll(/[\s-]/g, ''));

/**
 * The name behind `pm_card_visa` or `tok_visa`; undefined for any other id. Refusals are published with and without
 * the brand.
 */
export function cardOfTestId(id: string): string | undefined {
  const short = /^(?:pm_card_|tok_)(\w+)$/.exec(id)?.[1];
  if (short === undefined) return undefined;
  const name = short.startsWith('chargeDeclined') ? `visa_${short}` : short;
  return Object.hasOwn(testCards, name) ? name : undefined;
}
