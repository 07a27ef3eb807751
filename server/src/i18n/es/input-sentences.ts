import type { Sentences } from '../table-types.ts';

export default {
  'This is missing.': 'Falta este dato.',
  'This must be text.': 'Debe ser texto.',
  'This must be a number.': 'Debe ser un número.',
  'This must be a whole number.': 'Debe ser un número entero.',
  'This must be true or false.': 'Debe ser true o false.',
  'This must be a list.': 'Debe ser una lista.',
  'This must be an object.': 'Debe ser un objeto.',
  'This must be something else.': 'Debe ser otra cosa.',
  'This is not valid.': 'No es válido.',
  'not valid': 'no válido',
  'At most {0} character.': 'Como máximo {0} carácter.',
  'At most {0} characters.': 'Como máximo {0} caracteres.',
  'At most {0} entry.': 'Como máximo {0} elemento.',
  'At most {0} entries.': 'Como máximo {0} elementos.',
  'At least {0} character.': 'Como mínimo {0} carácter.',
  'At least {0} characters.': 'Como mínimo {0} caracteres.',
  'At least {0} entry.': 'Como mínimo {0} elemento.',
  'At least {0} entries.': 'Como mínimo {0} elementos.',
  'More than {0}.': 'Más de {0}.',
  'At most {0}.': 'Como máximo {0}.',
  'At least {0}.': 'Como mínimo {0}.',
  'This must be {0}.': 'Debe ser {0}.',
  'Sorry, something went wrong.': 'Lo sentimos, algo ha salido mal.',
  'A value of this request cannot be read.': 'No se puede leer un valor de esta solicitud.',
  'The form ends before its last part does.': 'El formulario termina antes que su última parte.',
  'That request cannot be read.': 'No se puede leer esta solicitud.',
  'That request does not say which host it is for.': 'Esta solicitud no indica a qué servidor va dirigida.',
  'The request ended before its answer.': 'La solicitud terminó antes de recibir respuesta.',
  'The file ended before its end.': 'El archivo ha llegado incompleto.',
  'The Idempotency-Key is not valid.': 'El Idempotency-Key no es válido.',
  'cursor: not valid': 'cursor: no válido',
  'starts_at: a full minute': 'starts_at: un minuto exacto',
  '{0}: not valid': '{0}: no válido',
  'Your card was declined.': 'Tu tarjeta ha sido rechazada.',
  'This card could not be used. Please try another one.': 'No se ha podido usar esta tarjeta. Prueba con otra.',
  "Your card's expiration month is invalid.": 'El mes de caducidad de tu tarjeta no es válido.',
  "Your card's expiration year is invalid.": 'El año de caducidad de tu tarjeta no es válido.',
  "Your card's security code is invalid.": 'El código de seguridad de tu tarjeta no es válido.',
  'Nothing is sold in this currency.': 'No se vende nada en esta moneda.',
  'Please give the name of the account’s holder.': 'Indica el nombre del titular de la cuenta.',
  'Name either a file or a payout.': 'Indica un archivo o un pago.',
  'Amounts in {0} have no decimals.': 'Los importes en {0} no tienen decimales.',
  'Amounts in {0} have at most {1} decimals.': 'Los importes en {0} tienen como máximo {1} decimales.',
  'A meeting costs 0 to {0}, without decimals.': 'Una reunión cuesta de 0 a {0}, sin decimales.',
  'A meeting costs 0 to {0}, with at most {1} decimals.':
    'Una reunión cuesta de 0 a {0}, con {1} decimales como máximo.',
  'Ask for at most five minutes.': 'Pide cinco minutos como máximo.',
  'This is not a valid IBAN. Please check its letters and digits.':
    'Este IBAN no es válido. Comprueba sus letras y cifras.',
  'This account is in a country that SEPA does not reach.': 'Esta cuenta está en un país al que SEPA no llega.',
  'This is a QR-IBAN, which takes QR-bills only. Please give the IBAN of the account.':
    'Este es un QR-IBAN, que solo sirve para facturas QR. Indica el IBAN de la cuenta.',
  'This is not a valid BIC. It has 8 or 11 letters and digits.': 'Este BIC no es válido. Tiene 8 u 11 letras y cifras.',
  'This BIC belongs to a bank in another country than the IBAN.':
    'Este BIC pertenece a un banco de un país distinto al del IBAN.',
  'We can’t send bank transfers to accounts in this country.':
    'No podemos enviar transferencias a cuentas de este país.',
  'Please give the BIC of your bank: transfers to this country need it.':
    'Indica el BIC de tu banco: las transferencias a este país lo necesitan.',
  'Please give your street and house number: transfers to this country need it.':
    'Indica tu calle y número: las transferencias a este país los necesitan.',
  'Please give your town: transfers to this country need it.':
    'Indica tu localidad: las transferencias a este país la necesitan.',
  'Please give your country as two letters, like CH.': 'Indica tu país con dos letras, por ejemplo CH.',
  'Your bank is outside the EEA, so the transfer needs its BIC and your address: add the account again.':
    'Tu banco está fuera del EEE, así que la transferencia necesita su BIC y tu dirección: añade la cuenta otra vez.',
  'Stripe does not know this account any more.': 'Stripe ya no conoce esta cuenta.',
  'Stripe does not accept this account. Please use another one.': 'Stripe no acepta esta cuenta. Usa otra.',
  'Stripe is checking what you told it.': 'Stripe está comprobando tus datos.',
  'Give the country of your bank in two letters, like DE. Stripe asks for the rest.':
    'Indica el país de tu banco con dos letras, por ejemplo DE. Stripe te pedirá el resto.',
  'The sandbox bank has the accounts pays, rejects and returns.':
    'El banco de pruebas tiene las cuentas pays, rejects y returns.',
  'Give the email address of your PayPal account.': 'Indica la dirección de correo de tu cuenta de PayPal.',
  'Payouts in {0} are not offered here yet: the money stays in your balance. Please contact support.':
    'Aquí aún no se ofrecen pagos en {0}: el dinero se queda en tu saldo. Ponte en contacto con soporte.',
  'Choose another payout method for {0}. You can add a {1} or {2} account.':
    'Elige otro método de cobro para {0}. Puedes añadir una cuenta de {1} o de {2}.',
  'Choose another payout method for {0}. You can add a {1} account.':
    'Elige otro método de cobro para {0}. Puedes añadir una cuenta de {1}.',
  'Choose another payout method for {0}.': 'Elige otro método de cobro para {0}.',
  executed: 'ejecutada',
  rejected: 'rechazada',
  returned: 'devuelta',
  '1 minute': '1 minuto',
  '{0} minutes': '{0} minutos',
  'Banks in SEPA can’t write {0}. Please use Latin letters, as your bank does.':
    'Los bancos de la SEPA no pueden escribir {0}. Usa letras latinas, como hace tu banco.',
  'Please enter a name that contains letters.': 'Escribe un nombre que tenga letras.',
  'Your card number is incorrect. The sandbox takes published test numbers only.':
    'El número de tu tarjeta es incorrecto. La sandbox solo acepta números de prueba publicados.',
  'The transcription server ended the connection.': 'El servidor de transcripción ha cerrado la conexión.',
  'The transcription server does not answer.': 'El servidor de transcripción no responde.',
  'The transcription server is too slow right now.': 'El servidor de transcripción va demasiado lento ahora mismo.',
} satisfies Sentences as Sentences;
