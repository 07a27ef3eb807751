import type en from '../en/waitlist.ts';
import type { Translated } from '../translated.ts';

export default {
  join: 'Unirme a la lista de espera',
  why: 'Si queda una plaza libre, te escribiremos y te la reservaremos 15 minutos.',
  title: 'Lista de espera',
  place: 'Eres el número {{position}} de {{size}} en la cola.',
  next: 'Eres la siguiente persona de la cola.',
  mailed: 'También te hemos enviado tu puesto por correo.',
  leave: 'Salir de la lista de espera',
  offer: 'Hay una plaza para ti',
  offerUntil: 'Te la reservamos hasta las {{time}}. Después se ofrece a la siguiente persona de la cola.',
  held: 'Tienes una plaza reservada',
  heldUntil: 'Completa la compra antes de las {{time}} para conservar tu plaza.',
  giveUp: 'Rechazar y liberar la plaza',
  left: 'Has salido de la lista de espera.',
  email: 'Correo electrónico',
  emailHelp: 'Solo te escribiremos sobre tu puesto en la cola y las plazas libres.',
  emailMissing: 'escribe tu correo electrónico',
  emailWrong: 'Escribe un correo electrónico válido, como tu@ejemplo.com.',
  login: 'Mejor iniciar sesión',
  mine: 'Listas de espera',
  take: 'Conseguir esta plaza',
} satisfies Translated<typeof en>;
