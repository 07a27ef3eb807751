import type { Sentences } from '../table-types.ts';

/** Why payouts fail: `server/src/adapters/payouts/payout-reasons.ts`. */
export default {
  'The account is closed.': 'Das Konto ist aufgelöst.',
  'The account is frozen.': 'Das Konto ist gesperrt.',
  'No account has this number.': 'Kein Konto hat diese Nummer.',
  'The account belongs to someone with another name.': 'Das Konto gehört jemandem mit einem anderen Namen.',
  'The account can’t receive this currency.': 'Das Konto kann diese Währung nicht empfangen.',
  'The bank rejected the payout.': 'Die Bank hat die Auszahlung abgelehnt.',
  'The receiving bank returned the payment.': 'Die Bank des Kontos hat den Betrag zurückgeschickt.',
  'No PayPal account uses this email address.': 'Zu dieser E-Mail-Adresse gibt es kein PayPal-Konto.',
  'This email address isn’t confirmed at PayPal.': 'Diese E-Mail-Adresse ist bei PayPal nicht bestätigt.',
  'The PayPal account is locked.': 'Das PayPal-Konto ist gesperrt.',
  'The PayPal account is limited for now.': 'Das PayPal-Konto ist vorerst eingeschränkt.',
  'The PayPal account can’t receive this much.': 'Das PayPal-Konto kann nicht so viel empfangen.',
  'The PayPal account can’t receive payments in its country.':
    'Das PayPal-Konto kann in seinem Land keine Zahlungen empfangen.',
  'The payment was refused in the PayPal account.': 'Die Zahlung wurde im PayPal-Konto abgelehnt.',
  'PayPal blocked the payout to protect against fraud or to comply with the law.':
    'PayPal hat die Auszahlung zum Schutz vor Betrug oder aus rechtlichen Gründen blockiert.',
  'PayPal declined the payout.': 'PayPal hat die Auszahlung abgelehnt.',
  'PayPal returned the payment.': 'PayPal hat den Betrag zurückgeschickt.',
  'Your Stripe account is paid in {0} only. Add a bank account in {1} at Stripe, or use another payout method.':
    'Dein Konto bei Stripe wird nur in {0} ausgezahlt. Füge bei Stripe ein Bankkonto in {1} hinzu oder nutze einen anderen Auszahlungsweg.',
  // What Stripe asks for: `server/src/adapters/payouts/stripe-requirements.ts`.
  'This payout method is no longer available.': 'Diese Auszahlungsmethode gibt es nicht mehr.',
  'The bank account that the money goes to.': 'Das Bankkonto für deine Auszahlungen.',
  'Your agreement to the terms of Stripe.': 'Deine Zustimmung zu den Bedingungen von Stripe.',
  'A document that proves who you are.': 'Ein Ausweisdokument.',
  'Your tax or identity number.': 'Deine Steuer- oder Ausweisnummer.',
  'Your date of birth.': 'Dein Geburtsdatum.',
  'Your address.': 'Deine Adresse.',
  'Your full name.': 'Dein vollständiger Name.',
  'Your email address.': 'Deine E-Mail-Adresse.',
  'Your telephone number.': 'Deine Telefonnummer.',
  'What your business does.': 'Was dein Unternehmen macht.',
  'Facts about your company.': 'Die Angaben zu deiner Firma.',
  'Something that Stripe calls “{0}”.': 'Etwas, das Stripe „{0}“ nennt.',
} satisfies Sentences;
