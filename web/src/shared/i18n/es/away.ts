import type en from '../en/away.ts';
import type { Translated } from '../translated.ts';

export default {
  movedTitle: 'Ahora estás en la sala desde otro dispositivo',
  movedText: 'Solo puedes estar en la sala en un dispositivo a la vez.',
  movedTabTitle: 'Ahora estás en la sala desde otra pestaña',
  movedTab: 'La sala continúa en otra pestaña o ventana de este navegador. Solo puedes estar una vez.',
  movedOn: 'La sala continúa en {{browser}} en {{system}}. Solo puedes estar en un dispositivo a la vez.',
  askedTitle: 'Ya estás en esta sala',
  askedText: 'Entraste desde otra pestaña u otro dispositivo. Si la usas aquí, se cierra allí.',
  moveHere: 'Usarla aquí',
  removedTitle: 'Te han expulsado de este evento.',
  removedText: 'Conservas tu entrada. Si te readmiten, podrás volver a entrar.',
  tryAgain: 'Intentar volver',
  fullTitle: 'La sala está llena',
  fullText: 'Hay más entradas que sitio en la sala. Inténtalo en un momento o pide el reembolso completo.',
  refund: 'Reembolsar {{total}}',
  giveUpSeat: 'Renunciar a mi plaza',
  refunded: 'Te devolvemos {{total}}, gastos incluidos, a tu método de pago.',
  seatGivenUp: 'Has renunciado a tu plaza.',
  outTitle: 'Has salido de la sala',
  outText: 'Tu entrada ya no da acceso a esta sala.',
  finishedTitle: 'Esto es todo',
  takenDownTitle: 'Frontrow ha retirado este evento',
  takenDownText: 'Si pagaste una entrada, te la reembolsamos por completo.',
  toEvent: 'Volver al evento',
  entering: 'Entrando…',
} satisfies Translated<typeof en>;
