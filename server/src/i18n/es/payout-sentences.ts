import type { Sentences } from '../table-types.ts';

/** Why payouts fail: `server/src/adapters/payouts/payout-reasons.ts`. */
export default {
  'The account is closed.': 'La cuenta está cerrada.',
  'The account is frozen.': 'La cuenta está bloqueada.',
  'No account has this number.': 'Ninguna cuenta tiene este número.',
  'The account belongs to someone with another name.': 'La cuenta está a otro nombre.',
  'The account can’t receive this currency.': 'La cuenta no puede recibir esta moneda.',
  'The bank rejected the payout.': 'El banco ha rechazado el cobro.',
  'The receiving bank returned the payment.': 'El banco de destino ha devuelto el pago.',
  'No PayPal account uses this email address.': 'Ninguna cuenta de PayPal usa este correo.',
  'This email address isn’t confirmed at PayPal.': 'Este correo no está confirmado en PayPal.',
  'The PayPal account is locked.': 'La cuenta de PayPal está bloqueada.',
  'The PayPal account is limited for now.': 'La cuenta de PayPal está limitada por ahora.',
  'The PayPal account can’t receive this much.': 'La cuenta de PayPal no puede recibir tanto.',
  'The PayPal account can’t receive payments in its country.': 'La cuenta de PayPal no puede recibir pagos en su país.',
  'The payment was refused in the PayPal account.': 'El pago se rechazó en la cuenta de PayPal.',
  'PayPal blocked the payout to protect against fraud or to comply with the law.':
    'PayPal ha bloqueado el cobro para evitar fraudes o por motivos legales.',
  'PayPal declined the payout.': 'PayPal ha rechazado el cobro.',
  'PayPal returned the payment.': 'PayPal ha devuelto el pago.',
  'Your Stripe account is paid in {0} only. Add a bank account in {1} at Stripe, or use another payout method.':
    'Tu cuenta de Stripe solo cobra en {0}. Añade una cuenta bancaria en {1} en Stripe o usa otro método de cobro.',
  // What Stripe asks for: `server/src/adapters/payouts/stripe-requirements.ts`.
  'This payout method is no longer available.': 'Este método de cobro ya no está disponible.',
  'The bank account that the money goes to.': 'La cuenta bancaria para tus cobros.',
  'Your agreement to the terms of Stripe.': 'Tu aceptación de las condiciones de Stripe.',
  'A document that proves who you are.': 'Un documento que demuestre tu identidad.',
  'Your tax or identity number.': 'Tu número fiscal o de identidad.',
  'Your date of birth.': 'Tu fecha de nacimiento.',
  'Your address.': 'Tu dirección.',
  'Your full name.': 'Tu nombre completo.',
  'Your email address.': 'Tu correo electrónico.',
  'Your telephone number.': 'Tu número de teléfono.',
  'What your business does.': 'A qué se dedica tu negocio.',
  'Facts about your company.': 'Datos de tu empresa.',
  'Something that Stripe calls “{0}”.': 'Algo que Stripe llama “{0}”.',
} satisfies Sentences;
