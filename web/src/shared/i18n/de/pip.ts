import type en from '../en/pip.ts';
import type { Translated } from '../translated.ts';

export default {
  open: 'Bild-in-Bild',
  close: 'Bild-in-Bild schließen',
  title: 'Bühne',
  noVideo: 'Noch ist kein Bild da. Versuch es noch einmal, wenn die Kamera des Hosts an ist.',
  failed: 'Dein Browser hat das Fenster nicht geöffnet. Drück noch einmal auf den Knopf.',
  muted: 'Dein Mikrofon ist aus',
} satisfies Translated<typeof en>;
