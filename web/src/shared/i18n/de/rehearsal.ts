import type en from '../en/rehearsal.ts';
import type { Translated } from '../translated.ts';

export default {
  label: 'Probe',
  text: 'Simulierte Zuschauer. Außer dir sieht das niemand.',
  end: 'Probe beenden',
  notHere: 'Das gehört nicht zur Probe.',
  health: 'Dein Bild bleibt auf diesem Gerät',
  polls: 'Umfragen von hier sind nach der Probe weg. Bereite die echten in deinem Raum vor, bevor du live gehst.',
  say1: 'Grüße aus Lissabon!',
  say2: 'Der Ton ist super.',
  say3: 'Kannst du das noch einmal sagen?',
  say4: 'Das gefällt mir.',
  ask1: 'Wie lange hast du gebraucht, um das zu lernen?',
  ask2: 'Was würdest du heute anders machen?',
  ask3: 'Gibt es noch einen Abend?',
  hand1: 'Womit fängt man am besten an?',
  hand2: 'Darf ich dir meins zeigen?',
} satisfies Translated<typeof en>;
