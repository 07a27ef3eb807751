import type en from '../en/legal.ts';
import type { Translated } from '../translated.ts';

export default {
  updated: 'Stand: 28. November 2026',
  terms: {
    title: 'Nutzungsbedingungen',
    lead: 'Bei Frontrow verkaufen Hosts Tickets für Live-Video-Events, und du kannst dabei sein. Hier stehen die Regeln, in einfachen Worten.',
    account: {
      title: 'Dein Konto',
      text: 'Gib deinen richtigen Namen, dein Geburtsdatum und deine E-Mail-Adresse an und behalte dein Passwort für dich. Ein Ticket kannst du auch ohne Konto kaufen; es gehört dann zu der E-Mail-Adresse, die du angegeben hast. Benutzernamen, die jemand anderen vortäuschen, dürfen wir ändern.',
    },
    tickets: {
      title: 'Tickets und Preise',
      text: 'Der Preis, den du zuerst siehst, ist alles, was du zahlst: der Preis des Hosts plus unsere Gebühr. Während du bezahlst, halten wir deinen Platz 10 Minuten frei. Er gehört dir, sobald die Zahlung abgeschlossen ist. Ein Ticket gilt für eine Person auf einem Gerät zur selben Zeit. Das Gerät kannst du jederzeit wechseln.',
    },
    refunds: {
      title: 'Erstattungen',
      text: 'Du bekommst den vollen Betrag samt Gebühren zurück, wenn der Host absagt, mehr als 10 Minuten zu spät ist oder nicht erscheint. Ein Host darf ein Event einmal verschieben, spätestens 24 Stunden vor Beginn. Passt dir die neue Zeit nicht, bekommst du dein Geld ebenfalls zurück.',
    },
    hosts: {
      title: 'Hosts',
      text: 'Hosts verpflichten sich, pünktlich zu beginnen, nur zu zeigen, was ihnen gehört oder was sie zeigen dürfen, und die Gesetze ihres Landes und deines Landes einzuhalten. Wir zahlen sie aus, nachdem das Event stattgefunden hat. Spät abzusagen oder nicht zu erscheinen senkt die Wertung eines Hosts.',
    },
    rooms: {
      title: 'Im Raum',
      text: 'Sei freundlich. Hosts und ihre Admins dürfen Nachrichten entfernen, Personen im Chat blockieren oder sie bitten zu gehen. Kamera und Mikrofon gehen nur an, wenn du sie einschaltest. Nimm andere nicht ohne ihre Erlaubnis auf und verbreite keine Aufnahmen von ihnen.',
    },
    liability: {
      title: 'Unsere Verantwortung',
      text: 'Wir stellen die Plattform; für ihre Events sind die Hosts verantwortlich. Fällt unser Dienst aus und du verpasst ein Event, für das du bezahlt hast, erstatten wir dir dein Geld. Diese Bedingungen schränken deine gesetzlichen Rechte als Verbraucher nicht ein.',
    },
    changes: {
      title: 'Änderungen dieser Bedingungen',
      text: 'Wenn sich diese Bedingungen ändern, schreiben wir dir mindestens 30 Tage vorher. Für Tickets, die du schon hast, gelten weiter die Bedingungen, unter denen du sie gekauft hast.',
    },
  },
  privacy: {
    title: 'Datenschutz\u00ADerklärung',
    lead: 'Wir erheben, was wir brauchen, um dir ein Ticket zu verkaufen und das Event durchzuführen. Deine Daten verkaufen wir nie.',
    what: {
      title: 'Was wir erheben',
      text: 'Deinen Namen, Benutzernamen, deine E-Mail-Adresse und dein Geburtsdatum; deine Tickets und Bestellungen; Rechnungsangaben, die du machst, und die Rechnungen, auf denen sie stehen und die wir gesetzlich aufbewahren müssen; deine Chatnachrichten; außerdem technische Daten wie deinen Browser und den Zeitpunkt jeder Anfrage. Kartennummern erhalten wir nie: Sie gehen direkt an den Zahlungsanbieter.',
    },
    why: {
      title: 'Warum wir sie erheben',
      text: 'Um zu liefern, was du gekauft hast (Tickets, Räume, Erstattungen), um gesetzliche Pflichten zu erfüllen (Rechnungen) und um alle zu schützen (Blockieren, Meldungen). Werbeprofile erstellen wir nicht.',
    },
    who: {
      title: 'Wer sie sehen kann',
      text: 'Wenn du ein Ticket hast, erscheinen dein Anzeigename und dein Bild auf der Event-Seite, sichtbar für alle. Deinen Anzeigenamen, und ob du dort überhaupt erscheinst, legst du im Kontomenü unter „Öffentliches Profil“ fest; Hosts finden es dort in der Zuschaueransicht. Gäste ohne Konto erscheinen dort nie. Im Raum sehen der Host und alle, die zuschauen, deinen Benutzernamen und dein Bild. Bewertungen zeigen allen deinen Anzeigenamen. Deine E-Mail-Adresse sieht nur der Host des Events, und nur, solange du ein Ticket hast. Rechnungen werden im Namen des Hosts ausgestellt, bei dem du kaufst, und er kann sie öffnen; sie zeigen deine Rechnungsangaben oder, wenn du keine gemacht hast, deinen Namen. Zahlungs- und E-Mail-Anbieter erhalten nur, was sie brauchen. Sonst geben wir deine Daten an niemanden weiter, es sei denn, ein Gericht ordnet es an.',
    },
    video: {
      title: 'Kamera und Mikrofon',
      text: 'Sie bleiben aus, bis du sie einschaltest, und funktionieren nur, solange du an der Reihe bist oder der Host alle Mikrofone freigegeben hat. Zeichnet der Host das Event auf, wirst du erst aufgenommen, wenn du zugestimmt hast.',
    },
    long: {
      title: 'Wie lange wir sie behalten',
      text: 'Chatnachrichten und Aufzeichnungen werden 90 Tage nach dem Event gelöscht; der Host kann eine Aufzeichnung früher löschen. Der Chat eines privaten Treffens bleibt, bis eine der beiden Personen ihr Konto schließt. Der Host entscheidet, wer eine Aufzeichnung mit ihrem Chat ansehen kann: wer ein Ticket hat, wer sie kauft, oder alle. Können alle sie ansehen, kann sie auch ein Podcast sein, und Podcast-Apps behalten Kopien. Bestellungen und Rechnungen behalten wir so lange, wie es das Gesetz verlangt. Alles andere löschen wir, wenn du dein Konto schließt.',
    },
    rights: {
      title: 'Deine Rechte',
      text: 'Du kannst deine Daten einsehen, berichtigen, herunterladen oder löschen und dich bei deiner Datenschutzbehörde beschweren. Wenn du dein Konto schließt, beginnt die Löschung sofort.',
    },
    counted: {
      title: 'Wie wir Besuche zählen',
      text: 'Hosts sehen, wie oft ihre Seiten aufgerufen wurden und von welcher Website oder über welchen markierten Link die Besuche kamen. Das zählen wir selbst, ohne Cookies und ohne Dritte. Um jede Person nur einmal am Tag zu zählen, speichern wir bis zum Ende des Tages einen Hash aus deiner IP-Adresse, deinem Browser und der Seite. Er entsteht mit einem Geheimnis, das täglich wechselt und zusammen mit den Hashes gelöscht wird. So lässt sich niemand an einem anderen Tag wiedererkennen oder über mehrere Seiten verfolgen.',
    },
    cookies: {
      title: 'Cookies und lokaler Speicher',
      text: 'Wir verwenden keine Tracking-Cookies. Dein Browser speichert deine Sitzung, die Farben der Darstellung und die gewählten Geräte, damit du beim nächsten Besuch weitermachen kannst, wo du aufgehört hast. Wenn du etwas änderst, wird für sechs Sekunden ein Cookie ohne persönliche Daten gesetzt, damit alle Listen die Änderung sofort zeigen.',
    },
  },
} satisfies Translated<typeof en>;
