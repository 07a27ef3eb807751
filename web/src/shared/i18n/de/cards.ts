import type en from '../en/cards.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Zahlungsmethoden',
  intro:
    'Karten, die du hier oder an der Kasse gespeichert hast. Wir speichern nur, was du hier siehst; die Karte selbst liegt beim Zahlungsanbieter.',
  list: 'Gespeicherte Karten',
  name: '{{brand}} mit den Endziffern {{last4}}',
  expires: 'Gültig bis {{date}}',
  expired: 'Abgelaufen {{date}}',
  default: 'Standard',
  makeDefault: 'Als Standard',
  makeDefaultOf: '{{card}} als Standard festlegen',
  defaultDone: 'Diese Karte schlagen wir an der Kasse zuerst vor.',
  remove: 'Entfernen',
  removeOf: '{{card}} entfernen',
  emptyTitle: 'Keine gespeicherten Karten',
  emptyText: 'Füge hier eine Karte hinzu oder setze beim Kauf das Häkchen bei „Karte für das nächste Mal speichern“.',
  guestTitle: 'Zum Speichern brauchst du ein Konto',
  guestText: 'Registriere dich mit der E-Mail-Adresse deines Tickets, um beim nächsten Kauf eine Karte zu speichern.',
  add: {
    open: 'Karte hinzufügen',
    title: 'Karte hinzufügen',
    text: 'Unser Zahlungsanbieter speichert deine Karte für deine nächsten Tickets. Jetzt wird nichts abgebucht.',
    save: 'Karte speichern',
    done: 'Karte gespeichert.',
    notConfirmed: 'Die Prüfung wurde nicht beendet, deine Karte ist also nicht gespeichert. Versuche es noch einmal.',
  },
  dialog: {
    title: 'Diese Karte entfernen?',
    text: '{{card}} wird hier und beim Zahlungsanbieter entfernt. Für deine Tickets und Erstattungen ändert sich nichts.',
    keep: 'Karte behalten',
    confirm: 'Karte entfernen',
    done: 'Karte entfernt.',
  },
} satisfies Translated<typeof en>;
