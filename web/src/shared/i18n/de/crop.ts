import type en from '../en/crop.ts';
import type { Translated } from '../translated.ts';

export default {
  select: 'Datei auswählen',
  save: 'Speichern',
  zoom: 'Vergrößern',
  move: 'Bild: mit den Pfeiltasten verschieben',
  type: 'Nur Bilder als JPG, PNG oder WebP gehen.',
  unreadable: 'Wir können dieses Bild nicht lesen. Bitte nimm ein anderes.',
} satisfies Translated<typeof en>;
