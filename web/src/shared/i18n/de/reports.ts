import type en from '../en/reports.ts';
import type { Translated } from '../translated.ts';

export default {
  open: 'Melden',
  title: {
    event: 'Dieses Event melden',
    person: 'Diese Person melden',
    review: 'Diese Bewertung melden',
    message: 'Diese Nachricht melden',
  },
  text: 'Unser Team sieht es sich an. Wir sagen niemandem, dass du es gemeldet hast.',
  reason: 'Was stimmt nicht?',
  reasons: {
    spam: 'Spam oder Werbung',
    fraud: 'Betrug oder falsches Event',
    harassment: 'Belästigung oder Mobbing',
    hate: 'Hassrede',
    sexual: 'Sexuelle Inhalte',
    violence: 'Gewalt oder Drohungen',
    copyright: 'Benutzt fremde Werke',
    other: 'Etwas anderes',
  },
  note: 'Erzähl uns mehr',
  noteOptional: 'Erzähl uns mehr (freiwillig)',
  send: 'Meldung senden',
  done: 'Danke! Unser Team sieht es sich an.',
} satisfies Translated<typeof en>;
