import { sepaNameFault } from '@frontrow/core/payouts/sepa-text.ts';
import { currencyAdvice } from '@frontrow/core/payouts/payouts.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { expect, test } from 'vitest';
import { payoutReasons, wrongStripeCurrency } from '../adapters/payouts/payout-reasons.ts';
import { accountFault } from '../adapters/payouts/sepa-accounts.ts';
import { standingOf } from '../adapters/payouts/stripe-requirements.ts';
import { sentences } from '../rtmp/media/sentences.ts';
import { keptSentenceIn } from './kept-sentences.ts';
import { refusalIn } from './refusal-sentences.ts';

const values = ['AV1', 'H.264', 'AAC'];
const filled = Object.entries(sentences).map(([name, sentence]): [string, string] => [
  name,
  typeof sentence === 'string' ? sentence : (sentence as (...given: string[]) => string)(...values),
]);

test.each(filled)('the listener’s sentence %s is read in German and Spanish, with its values', (_name, english) => {
  for (const language of ['de', 'es'] as const) {
    const said = keptSentenceIn(english, language);
    expect(said).not.toBe(english);
    expect(said).not.toMatch(/\{\d\}/);
    for (const value of values.slice(0, 2)) expect(said.includes(value)).toBe(english.includes(value));
  }
  expect(keptSentenceIn(english, 'en')).toBe(english);
});

test('a refusal that was kept in English is read in German, with its values', () => {
  const { message } = refuse('payout_over_available', { available: '€1,730.00' });
  expect(keptSentenceIn(message, 'de')).toBe('Du kannst bis zu 1.730,00\u00A0€ auszahlen lassen.');
  expect(keptSentenceIn('What nobody has ever said.', 'de')).toBe('What nobody has ever said.');
});

test.each(Object.values(payoutReasons))('why a payout failed is read in German and Spanish: %s', (english) => {
  expect(new Set([english, keptSentenceIn(english, 'de'), keptSentenceIn(english, 'es')]).size).toBe(3);
  expect(keptSentenceIn(english, 'en')).toBe(english);
});

test.each([
  accountFault({ iban: 'CH9300762011623852957' }, false)!,
  accountFault({ iban: 'CH9300762011623852957' }, true)!,
  sepaNameFault('李小龍')!,
  sepaNameFault('!!')!,
])('what keeps a bank transfer from being written is read in German and Spanish: %s', (english) => {
  expect(new Set([english, keptSentenceIn(english, 'de'), keptSentenceIn(english, 'es')]).size).toBe(3);
});

const due = ['external_account', 'tos_acceptance.date', 'individual.verification.document', 'individual.id_number'];
const more = ['individual.dob.day', 'individual.address.city', 'individual.first_name', 'individual.email'];
const last = ['individual.phone', 'business_type', 'company.tax_id', 'something_new'];
test.each(standingOf({ id: 'acct_1', requirements: { currently_due: [...due, ...more, ...last] } }).requirements)(
  'what Stripe asks for is read in German and Spanish: %s',
  (english) => {
    expect(new Set([english, keptSentenceIn(english, 'de'), keptSentenceIn(english, 'es')]).size).toBe(3);
    // It is also written within a sentence, with a small letter, which German nouns never have.
    expect(keptSentenceIn(english, 'de')).toMatch(/^(Das|Die|Eine?|Deine?|Was|Etwas)[ ,]/);
  },
);

test.each(['sepa', 'stripe'] as const)(
  'what to do about a currency that an account of kind %s does not take is whole in German and Spanish',
  (kind) => {
    for (const kinds of [[], ['stripe'], ['stripe', 'paypal']] as const) {
      const advice = currencyAdvice('JPY', { kind, hasOther: false, kinds });
      const refusal = refuse('payout_currency_wrong', { currencies: 'EUR', advice });
      const said = (['de', 'es'] as const).map((language) => refusalIn(refusal, language));
      expect(new Set([refusal.message, ...said]).size).toBe(3);
      for (const each of said) expect(each).not.toMatch(/ or | account/);
    }
  },
);

test('the currencies of an account at Stripe are named in each language', () => {
  const english = wrongStripeCurrency(['GBP', 'USD'], 'EUR');
  expect(keptSentenceIn(english, 'de')).toMatch(/^Dein Konto bei Stripe .*GBP, USD.*EUR/);
  expect(keptSentenceIn(english, 'es')).toMatch(/^Tu cuenta de Stripe .*GBP, USD.*EUR/);
});
