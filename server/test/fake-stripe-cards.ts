export interface FakeCard {
  readonly brand: string;
  readonly last4: string;
  readonly does: 'pays' | 'declines' | 'challenges';
  /** Cards of real people have one, published test cards are not asked for it. */
  readonly fingerprint?: string;
}

export const cards: Readonly<Record<string, FakeCard>> = {
  pm_card_visa: { brand: 'visa', last4: '4242', does: 'pays' },
  tok_visa: { brand: 'visa', last4: '4242', does: 'pays' },
  pm_card_visa_chargeDeclined: { brand: 'visa', last4: '0002', does: 'declines' },
  tok_1Stolen: { brand: 'visa', last4: '9999', does: 'declines', fingerprint: 'fp_stolen' },
  tok_1Own: { brand: 'visa', last4: '1881', does: 'pays', fingerprint: 'fp_own' },
  tok_authenticationRequired: { brand: 'visa', last4: '3155', does: 'challenges' },
  tok_chargeDeclined: { brand: 'visa', last4: '0002', does: 'declines' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3155', does: 'challenges' },
};

const shown = ({ brand, last4, fingerprint }: FakeCard) => ({
  brand,
  last4,
  exp_month: 12,
  exp_year: 2034,
  funding: 'credit',
  fingerprint: fingerprint ?? null,
});
const nobody = { address: null, email: null, name: null, phone: null, tax_id: null };

export const methodShown = (id: string, card: FakeCard, customer: string | null = null) => ({
  id,
  object: 'payment_method',
  created: 1_700_000_000,
  livemode: false,
  type: 'card',
  billing_details: nobody,
  customer,
  card: { ...shown(card), checks: null, country: 'DE', networks: null, three_d_secure_usage: null, wallet: null },
});

export const tokenShown = (id: string, card: FakeCard) => ({
  id,
  object: 'token',
  created: 1_700_000_000,
  livemode: false,
  type: 'card',
  used: false,
  card: { ...shown(card), id: 'card_fake', object: 'card', brand: 'Visa', metadata: {} },
});
