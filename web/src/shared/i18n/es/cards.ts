import type en from '../en/cards.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Métodos de pago',
  intro:
    'Las tarjetas que has guardado aquí o al pagar. Solo guardamos lo que ves; la tarjeta la guarda tu proveedor de pago.',
  list: 'Tarjetas guardadas',
  name: '{{brand}} terminada en {{last4}}',
  expires: 'Caduca: {{date}}',
  expired: 'Caducó: {{date}}',
  default: 'Predeterminada',
  makeDefault: 'Predeterminar',
  makeDefaultOf: 'Usar {{card}} de forma predeterminada',
  defaultDone: 'Al pagar te ofreceremos primero esta tarjeta.',
  remove: 'Quitar',
  removeOf: 'Quitar {{card}}',
  emptyTitle: 'No hay tarjetas guardadas',
  emptyText: 'Añade una aquí o marca “Guardar esta tarjeta para la próxima vez” al comprar una entrada.',
  guestTitle: 'Para guardar tarjetas necesitas una cuenta',
  guestText: 'Regístrate con el correo de tu entrada para guardar una tarjeta en tu próxima compra.',
  add: {
    open: 'Añadir una tarjeta',
    title: 'Añadir una tarjeta',
    text: 'Nuestro proveedor de pago guarda tu tarjeta para tus próximas entradas. Ahora no se te cobrará nada.',
    save: 'Guardar tarjeta',
    done: 'Tarjeta guardada.',
    notConfirmed: 'La verificación no se completó y la tarjeta no se ha guardado. Inténtalo de nuevo.',
  },
  dialog: {
    title: '¿Quitar esta tarjeta?',
    text: '{{card}} se eliminará aquí y en el proveedor de pago. No afecta a tus entradas ni a tus reembolsos.',
    keep: 'Conservar tarjeta',
    confirm: 'Quitar tarjeta',
    done: 'Tarjeta eliminada.',
  },
} satisfies Translated<typeof en>;
