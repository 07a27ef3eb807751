import type en from '../en/missing.ts';
import type { Translated } from '../translated.ts';

export default {
  row: 'Reihe 4, Platz 04',
  user: 'Person nicht gefunden',
  title: 'Diesen Platz gibt es nicht',
  text: 'Vielleicht ist die Seite umgezogen, das Event vorbei oder der Link unvollständig.',
  live: 'Was gerade live ist',
  all: 'Alle Events ansehen',
} satisfies Translated<typeof en>;
