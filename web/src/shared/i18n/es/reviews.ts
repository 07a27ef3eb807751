import type en from '../en/reviews.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Reseñas',
  about: 'Reseñas de {{name}}',
  said: 'Reseñas',
  count_one: '{{count}} reseña',
  count_other: '{{count}} reseñas',
  all: 'Todas las reseñas',
  more: 'Mostrar más',
  none: 'Aún no hay reseñas. Estuviste allí: escribe la primera.',
  by: '{{name}} · {{date}}',
  write: 'Reseña',
  writeLong: 'Escribir una reseña',
  dialog: {
    title: '¿Qué tal estuvo?',
    stars: 'Tu valoración',
    starsOf_one: '{{count}} estrella',
    starsOf_other: '{{count}} estrellas',
    text: 'Tu reseña',
    textHelp: '{{count}}/{{max}}. Se publica con tu nombre visible.',
    placeholder: '¿Qué le contarías a una amistad?',
    send: 'Enviar reseña',
    done: '¡Gracias! Tu reseña está publicada.',
    failed: 'Ha habido un error al enviar tu reseña',
    choose: 'Elige una valoración de una a cinco estrellas.',
  },
  remove: {
    own: 'Eliminar mi reseña',
    title: '¿Eliminar tu reseña?',
    text: 'Se elimina de inmediato. Puedes escribir otra.',
    reason: 'Motivo (se envía por correo)',
    reasonMissing: 'Escribe un motivo.',
    adminTitle: '¿Eliminar esta reseña?',
    adminText:
      'Se elimina para siempre y quien la escribió no podrá volver a reseñar este evento. Le enviaremos tu motivo por correo.',
    admin: 'Eliminar',
    keep: 'Conservar reseña',
    done: 'Reseña eliminada.',
  },
} satisfies Translated<typeof en>;
