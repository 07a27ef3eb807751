import type { Translated } from '../translated.ts';
import type seriesPass from '../en/series-pass.ts';

export default {
  title: 'Abono de la serie',
  lead: 'Una sola compra para las {{count}} fechas.',
  saves: '{{listed}} si compras cada fecha',
  buy: 'Comprar el abono por {{total}}',
  login: 'Entra y compra el abono',
  needsAccount:
    'El abono necesita una cuenta. Inicia sesión o regístrate y seguirás aquí mismo con el abono. Las fechas sueltas no la necesitan.',
  soldOut: 'Una de las fechas está agotada, así que ya no quedan abonos.',
  ended: 'Este abono ya no está a la venta. Puedes comprar fechas sueltas.',
  checkout: 'Comprar el abono',
  holding: 'Te reservamos una plaza en cada fecha',
  emailHelp: 'Aquí te enviaremos tus entradas.',
  small: 'Recibes una entrada y un recibo por cada fecha. Si se cancela una, te devolvemos su parte.',
  done: 'Tienes una entrada para cada fecha. Te las hemos enviado por correo.',
  pending: 'Te enviaremos las entradas por correo en cuanto se confirme tu pago.',
  toTickets: 'Mis entradas',
  sold_one: '{{count}} abono vendido',
  sold_other: '{{count}} abonos vendidos',
  hostLead:
    'Vende las {{count}} próximas fechas en una sola compra. El abono está a la venta hasta que empiece la primera.',
  hostShares: 'Cada fecha recibe su parte del precio, en proporción a su entrada, y se reembolsa por separado.',
  price: 'Precio del abono',
  priceHelp: 'De {{from}} a {{to}}, más las comisiones',
  offer: 'Ofrecer el abono',
  change: 'Cambiar el precio',
  changeNote: 'Los abonos vendidos conservan sus fechas y su precio.',
  withdraw: 'Dejar de vender',
  offered: 'El abono está a la venta.',
  withdrawn: 'El abono ya no está a la venta.',
  renew: 'Las fechas han cambiado, así que este abono ya no se vende. Ofrece uno nuevo para las próximas fechas.',
} as const satisfies Translated<typeof seriesPass>;
