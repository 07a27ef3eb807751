import type en from '../en/help.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Hilfe',
  heading: 'Wie können wir helfen?',
  search: 'Hilfe durchsuchen',
  searchPlaceholder: 'Etwa „Erstattung“',
  clear: 'Suche leeren',
  found_one: '{{count}} Antwort zu „{{text}}“',
  found_other: '{{count}} Antworten zu „{{text}}“',
  none: 'Keine Antworten zu „{{text}}“',
  noneText: 'Versuche ein einfacheres Wort oder schreib uns. Das wird am häufigsten gefragt:',
  questions: {
    refund: {
      title: 'Wann bekomme ich mein Geld zurück?',
      text: 'Du bekommst den vollen Betrag samt Gebühren zurück, wenn der Host absagt oder nicht erscheint. Ist der Host mehr als 10 Minuten zu spät oder verschiebt er, kannst du es unter <tickets>Meine Tickets</tickets> zurückverlangen. Bei manchen Hosts kannst du dein Ticket auch selbst stornieren; bis wann, steht auf dem Ticket.',
    },
    refundTime: {
      title: 'Wie lange dauert eine Erstattung?',
      text: 'Wir erstatten sofort auf die Karte oder das Konto, mit dem du bezahlt hast. Bei Banken dauert es meist 5 bis 10 Tage, bis du es siehst. Den Stand findest du unter <billing>Rechnungen</billing>.',
    },
    late: {
      title: 'Der Host ist zu spät. Was nun?',
      text: 'Zehn Minuten nach Beginn kannst du unter <tickets>Meine Tickets</tickets> den vollen Betrag zurückverlangen. Hat das Event nach einer Stunde nicht begonnen, sagen wir es ab und erstatten allen automatisch.',
    },
    email: {
      title: 'Ich finde meine Ticket-E-Mail nicht',
      text: 'Sieh im Spam-Ordner nach. Mit einem Konto ist dein Ticket unter <tickets>Meine Tickets</tickets>, und „E-Mail erneut senden“ auf seiner Seite schickt die E-Mail noch einmal. Als Gast gekauft? Beginne einen Kauf mit derselben E-Mail-Adresse, dann bieten wir dir an, den Link erneut zu senden.',
    },
    join: {
      title: 'Wie komme ich zum Event?',
      text: 'Öffne das Event oder <tickets>Meine Tickets</tickets>. Der Knopf zum Eintreten erscheint 15 Minuten vor Beginn. Hast du als Gast gekauft, nimm den Link aus deiner Ticket-E-Mail.',
    },
    stage: {
      title: 'Wie komme ich auf die Bühne?',
      text: 'Drück in interaktiven Events auf „Hand heben“. Wenn dir der Host das Wort gibt, fragen wir dich, bevor Kamera und Mikrofon angehen.',
    },
    device: {
      title: 'Meine Kamera oder mein Mikrofon geht nicht',
      text: 'Erlaube dieser Seite den Zugriff: Klick auf das Symbol neben der Adresszeile und lade die Seite neu. In Apps wie Instagram oder LinkedIn öffne die Seite zuerst in deinem Browser.',
    },
    transfer: {
      title: 'Kann ich mein Ticket weitergeben?',
      text: 'Ja, einmal. Öffne das Ticket unter <tickets>Meine Tickets</tickets> und wähle „Ticket weitergeben“. Die andere Person bekommt ihr eigenes Ticket per E-Mail.',
    },
    login: {
      title: 'Ich kann mich nicht anmelden',
      text: 'Wähle auf der <login>Anmeldeseite</login> „Passwort vergessen?“ oder „Login-Link“. Bei der Anmeldung in zwei Schritten kannst du statt des Codes vom Handy einen Wiederherstellungscode eingeben.',
    },
    become: {
      title: 'Wie werde ich Host?',
      text: 'Wähle „Influencer werden“ in deinem Kontomenü. Wir prüfen deine Anfrage und schreiben dir. Danach kannst du dein erstes Event veröffentlichen.',
    },
    payout: {
      title: 'Wann werden Hosts bezahlt?',
      text: 'Einnahmen sind 3 Tage nach dem Ende eines Events verfügbar. Fordere eine Auszahlung aus deinem <balance>Guthaben</balance> an oder schalte unter <payouts>Auszahlungsmethoden</payouts> wöchentliche Auszahlungen ein.',
    },
    encoder: {
      title: 'Wie streame ich aus OBS?',
      text: 'Öffne den Regieraum deiner Übertragung. Dort stehen die Serveradresse, dein Stream-Schlüssel und die Einstellungen für OBS.',
    },
  },
  contact: {
    title: 'Schreib uns',
    text: 'Jede Nachricht liest ein Mensch.',
    topic: 'Worum geht es?',
    topics: {
      ticket: 'Ein Ticket',
      payment: 'Zahlung oder Erstattung',
      account: 'Mein Konto',
      hosting: 'Veranstalten',
      room: 'Video oder Chat',
      other: 'Etwas anderes',
    },
    email: 'E-Mail-Adresse',
    message: 'Nachricht',
    messagePlaceholder: 'Was ist passiert, und wann?',
    messageMissing: 'Gib eine Nachricht ein.',
    emailWrong: 'Gib eine gültige E-Mail-Adresse ein, etwa du@beispiel.de.',
    send: 'Nachricht senden',
    sent: 'Nachricht gesendet',
    sentText: 'Danke für deine Nachricht. Wir antworten an {{email}}.',
    another: 'Noch eine Nachricht senden',
    support: 'Zu unserer Support-Seite',
  },
} satisfies Translated<typeof en>;
