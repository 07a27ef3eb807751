import type en from '../en/notifications.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Benachrichtigungen',
  intro: 'E-Mails zu deinen Tickets, Änderungen, Absagen und Erstattungen bekommst du immer.',
  saved: 'Gespeichert.',
  email: {
    title: 'E-Mail',
    reminders: 'Event-Erinnerungen',
    remindersHelp: 'Einen Tag und eine Stunde vorher, und wenn der Host live geht.',
  },
  push: {
    title: 'Browser-Benachrichtigungen',
    on: 'Dieser Browser benachrichtigt dich.',
    off: 'Dieser Browser benachrichtigt dich nicht.',
    others_one: 'Du bekommst Benachrichtigungen in {{count}} Browser.',
    others_other: 'Du bekommst Benachrichtigungen in {{count}} Browsern.',
    turnOn: 'In diesem Browser einschalten',
    turnOff: 'In diesem Browser ausschalten',
    denied:
      'Benachrichtigungen sind für diese Seite blockiert. Erlaube sie in den Einstellungen deines Browsers und lade die Seite neu.',
    unsupported:
      'Dieser Browser kann keine Benachrichtigungen zeigen. Auf iPhone oder iPad füge Frontrow zuerst zum Home-Bildschirm hinzu.',
    failed: 'Wir konnten die Benachrichtigungen nicht einschalten. Bitte versuche es noch einmal.',
    kinds: 'Benachrichtige mich, wenn',
  },
  kind: {
    starts_soon: 'ein Event in 15 Minuten beginnt',
    live_now: 'ein Event live ist',
    you_are_next: 'ich als Nächstes auf die Bühne komme',
    seat_opened: 'auf einer Warteliste ein Platz für mich frei wird',
    sold_out: 'mein Event ausverkauft ist',
    encoder_lost: 'mein Encoder während einer Übertragung nichts mehr sendet',
  },
  hint: {
    ticket: 'Wir benachrichtigen dich 15 Minuten vor diesem Event und wenn es live ist.',
    waitlist: 'Wir benachrichtigen dich, sobald ein Platz frei wird.',
    hosting: 'Wir benachrichtigen dich, wenn ein Event ausverkauft ist oder dein Encoder nichts mehr sendet.',
    turnOn: 'Benachrichtigen',
    settings: 'Einstellungen',
    on: 'Benachrichtigungen sind in diesem Browser an.',
  },
} satisfies Translated<typeof en>;
