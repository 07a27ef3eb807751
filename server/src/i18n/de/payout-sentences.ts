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
} satisfies Sentences;
