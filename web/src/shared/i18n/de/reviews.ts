import type en from '../en/reviews.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Bewertungen',
  about: 'Bewertungen von {{name}}',
  said: 'Bewertungen',
  count_one: '{{count}} Bewertung',
  count_other: '{{count}} Bewertungen',
  all: 'Alle Bewertungen',
  more: 'Mehr anzeigen',
  none: 'Noch keine Bewertungen. Du warst dabei, schreib die erste.',
  by: '{{name}} · {{date}}',
  write: 'Bewerten',
  writeLong: 'Bewertung schreiben',
  dialog: {
    title: 'Wie war’s?',
    stars: 'Deine Sterne',
    starsOf_one: '{{count}} Stern',
    starsOf_other: '{{count}} Sterne',
    text: 'Deine Bewertung',
    textHelp: '{{count}}/{{max}}. Öffentlich, mit deinem Anzeigenamen.',
    placeholder: 'Was würdest du Freunden erzählen?',
    send: 'Bewertung senden',
    done: 'Danke! Deine Bewertung ist veröffentlicht.',
    failed: 'Beim Senden deiner Bewertung ist ein Fehler aufgetreten',
    choose: 'Vergib einen bis fünf Sterne.',
  },
  remove: {
    own: 'Meine Bewertung löschen',
    title: 'Deine Bewertung löschen?',
    text: 'Sie wird sofort entfernt. Du kannst eine neue schreiben.',
    reason: 'Begründung (steht in der E-Mail)',
    reasonMissing: 'Gib eine Begründung ein.',
    adminTitle: 'Diese Bewertung entfernen?',
    adminText:
      'Sie wird endgültig entfernt, und dieses Event lässt sich mit demselben Ticket nicht noch einmal bewerten. Wir schicken deine Begründung per E-Mail.',
    admin: 'Entfernen',
    keep: 'Bewertung behalten',
    done: 'Bewertung gelöscht.',
  },
} satisfies Translated<typeof en>;
