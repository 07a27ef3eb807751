import type { Translated } from '../translated.ts';
import type seriesPass from '../en/series-pass.ts';

export default {
  title: 'Pass für alle Termine',
  lead: 'Ein Kauf für alle {{count}} Termine.',
  rest_one: 'Ein Kauf für den Termin, den du noch nicht hast, zum Passpreis.',
  rest_other: 'Ein Kauf für die {{count}} Termine, die du noch nicht hast, zum Passpreis.',
  saves: '{{listed}} bei Kauf einzelner Termine',
  buy: 'Pass kaufen für {{total}}',
  buyRest: 'Fehlende Termine kaufen für {{total}}',
  bought: 'Du hast diesen Pass.',
  disputed:
    'Die Zahlung für deinen Pass wird angefochten. Bis deine Bank oder PayPal entscheidet, ruhen die Tickets, und du kannst ihn nicht noch einmal kaufen.',
  haveAll: 'Du hast für jeden Termin ein Ticket.',
  login: 'Anmelden und Pass kaufen',
  needsAccount:
    'Für den Pass brauchst du ein Konto. Melde dich an oder registriere dich, dann geht es hier mit dem Pass weiter. Einzelne Termine gibt es auch ohne Konto.',
  soldOut: 'Einer der Termine ist ausverkauft, deshalb gibt es keine Pässe mehr.',
  ended: 'Diesen Pass gibt es nicht mehr. Einzelne Termine kannst du weiter kaufen.',
  checkout: 'Pass kaufen',
  more: 'und {{left}} weitere Termine',
  without_one: 'Ohne den Termin, für den du schon ein Ticket hast.',
  without_other: 'Ohne die {{count}} Termine, für die du schon Tickets hast.',
  holding: 'Wir reservieren dir an jedem Termin einen Platz',
  instead: 'Termine ansehen',
  emailHelp: 'Hierhin schicken wir deine Tickets.',
  small: 'Du bekommst für jeden Termin ein Ticket und einen Beleg. Fällt einer aus, bekommst du seinen Anteil zurück.',
  done: 'Hier sind deine Tickets. Wir haben sie dir auch per E-Mail geschickt.',
  pending: 'Sobald deine Zahlung bestätigt ist, schicken wir dir deine Tickets per E-Mail.',
  toTickets: 'Meine Tickets',
  sold_one: '{{count}} Pass verkauft',
  sold_other: '{{count}} Pässe verkauft',
  hostLead: 'Verkauf alle {{count}} kommenden Termine mit einem Kauf. Den Pass gibt es, bis der erste davon beginnt.',
  hostShares:
    'Jeder Termin bekommt seinen Teil des Preises, im Verhältnis zum Ticketpreis, und wird einzeln erstattet.',
  price: 'Preis des Passes',
  priceHelp: 'Von {{from}} bis {{to}}, plus Ticketgebühren',
  offer: 'Pass anbieten',
  change: 'Preis ändern',
  changeNote: 'Verkaufte Pässe behalten ihre Termine und ihren Preis.',
  withdraw: 'Verkauf beenden',
  offered: 'Der Pass ist im Verkauf.',
  withdrawn: 'Der Pass ist nicht mehr im Verkauf.',
  renew:
    'Die Termine haben sich geändert, deshalb wird dieser Pass nicht mehr verkauft. Biete einen neuen für die kommenden Termine an.',
} as const satisfies Translated<typeof seriesPass>;
