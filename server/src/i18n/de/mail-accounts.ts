import type { Sentences } from '../table-types.ts';

export default {
  'No ticket: {0}': 'Kein Ticket: {0}',
  'You were removed from this event.': 'Du wurdest aus diesem Event entfernt.',
  'There’s no ticket for you': 'Kein Ticket für dich',
  'You were removed from “{0}”, so you can’t get a ticket for it.':
    'Du wurdest aus „{0}“ entfernt, deshalb bekommst du kein Ticket dafür.',
  'Nothing was charged.': 'Es wurde nichts abgebucht.',
  'You received this email because someone asked for a ticket or a link with this email address. If it wasn’t you, ignore it.':
    'Du bekommst diese E-Mail, weil jemand mit dieser E-Mail-Adresse ein Ticket oder einen Link haben wollte. Warst du das nicht, brauchst du nichts zu tun.',
  'Your new join link: {0}': 'Dein neuer Link zum Eintreten: {0}',
  'Use it to join the event.': 'Damit trittst du in das Event ein.',
  'Your new join link': 'Dein neuer Link zum Eintreten',
  'Here is your new link to join “{0}”.': 'Hier ist dein neuer Link zum Event „{0}“.',
  'Go to the event': 'Zum Event',
  'This link works once, so keep it to yourself.': 'Dieser Link gilt einmal. Behalte ihn für dich.',
  'You received this email because someone requested a new link with this email address. If it wasn’t you, ignore it.':
    'Du bekommst diese E-Mail, weil für diese E-Mail-Adresse ein neuer Link angefordert wurde. Warst du das nicht, ignoriere sie einfach.',
  'Hello {0}': 'Hallo {0}',
  Hello: 'Hallo',
  'You received this email because you requested to become an influencer on Frontrow.':
    'Du bekommst diese E-Mail, weil du angefragt hast, bei Frontrow Influencer zu werden.',
  'You’re now an influencer': 'Du bist jetzt Influencer',
  'Publish your first event.': 'Veröffentliche dein erstes Event.',
  'Your request was approved. You can publish your first event whenever you like.':
    'Wir haben deine Anfrage angenommen. Du kannst dein erstes Event veröffentlichen, wann immer du möchtest.',
  'Publish an event': 'Event veröffentlichen',
  'Your request to become an influencer': 'Deine Anfrage, Influencer zu werden',
  'We couldn’t approve it this time.': 'Diesmal konnten wir sie nicht annehmen.',
  'We couldn’t approve your request this time, for this reason:':
    'Diesmal konnten wir deine Anfrage nicht annehmen. Der Grund:',
  'You can request it again from your account menu.': 'Du kannst in deinem Kontomenü noch einmal anfragen.',
  'Confirm your email address': 'Bestätige deine E-Mail-Adresse',
  'One tap completes your Frontrow account.': 'Ein Tipp, und dein Frontrow-Konto ist fertig.',
  'Welcome to Frontrow. Please confirm that this is your email address and that your username is {0}.':
    'Willkommen bei Frontrow. Bitte bestätige, dass das deine E-Mail-Adresse ist und dein Benutzername {0} lautet.',
  'Confirm email address': 'E-Mail-Adresse bestätigen',
  'The link works once, for 24 hours. Tickets you bought as a guest with this email address then move to your account.':
    'Der Link gilt einmal, 24 Stunden lang. Tickets, die du als Gast mit dieser E-Mail-Adresse gekauft hast, kommen dann in dein Konto.',
  'You received this email because someone created a Frontrow account with this email address. If it wasn’t you, or if you chose another username, ignore it.':
    'Du bekommst diese E-Mail, weil mit dieser E-Mail-Adresse ein Frontrow-Konto erstellt wurde. Warst du das nicht oder hast du einen anderen Benutzernamen gewählt, ignoriere sie einfach.',
  'You already have a Frontrow account': 'Du hast schon ein Frontrow-Konto',
  'Your username is {0}. Nothing in your account changed.':
    'Dein Benutzername ist {0}. In deinem Konto hat sich nichts geändert.',
  'Someone signed up with this email address. It already belongs to your account {0}, and nothing in it changed.':
    'Jemand hat sich mit dieser E-Mail-Adresse registriert. Sie gehört schon zu deinem Konto {0}, und dort hat sich nichts geändert.',
  'Log in': 'Anmelden',
  'If you forgot your password, choose “Forgot your password?” on that page to reset it.':
    'Passwort vergessen? Wähle auf der Seite „Passwort vergessen?“, um es zurückzusetzen.',
  'If you signed up again yourself, merge the accounts: tickets and saved events of the new one move to the old one, and the new one is deleted.':
    'Hast du dich selbst noch einmal registriert, führe die Konten zusammen: Tickets und gemerkte Events des neuen kommen in das alte, und das neue wird gelöscht.',
  'Merge accounts': 'Konten zusammenführen',
  'The link works once, for 24 hours.': 'Der Link gilt einmal, 24 Stunden lang.',
  'If it wasn’t you, ignore this email: no one can see or use your account.':
    'Warst du das nicht, ignoriere diese E-Mail: Niemand kann dein Konto sehen oder benutzen.',
  'You received this email because it concerns the security of your Frontrow account.':
    'Du bekommst diese E-Mail, weil es um die Sicherheit deines Frontrow-Kontos geht.',
  'Reset your password': 'Setze dein Passwort zurück',
  'The link works once, for one hour.': 'Der Link gilt einmal, eine Stunde lang.',
  'You asked to reset your password. Choosing a new one logs you out on all other devices.':
    'Du möchtest dein Passwort zurücksetzen. Mit dem neuen wirst du auf allen anderen Geräten abgemeldet.',
  'Choose a new password': 'Neues Passwort festlegen',
  'If you didn’t ask for this, ignore this email. Your password won’t change.':
    'Hast du nicht darum gebeten, ignoriere diese E-Mail. Dein Passwort bleibt, wie es ist.',
  'Your login link': 'Dein Anmeldelink',
  'The link works once, for 15 minutes.': 'Der Link gilt einmal, 15 Minuten lang.',
  'Use this link to log in without a password.': 'Mit diesem Link meldest du dich ohne Passwort an.',
  'Log in to Frontrow': 'Bei Frontrow anmelden',
  'If you didn’t ask for this, ignore this email. No one can log in without it.':
    'Hast du nicht darum gebeten, ignoriere diese E-Mail. Ohne sie kann sich niemand anmelden.',
  'Confirm your new email address': 'Bestätige deine neue E-Mail-Adresse',
  'One tap makes this the email address of your account.': 'Ein Tipp, und sie ist die E-Mail-Adresse deines Kontos.',
  'You asked to use this email address for your Frontrow account.':
    'Du möchtest diese E-Mail-Adresse für dein Frontrow-Konto nutzen.',
  'Use this email address': 'Diese E-Mail-Adresse nutzen',
  'The link works once, for 24 hours. Nothing changes until you use it.':
    'Der Link gilt einmal, 24 Stunden lang. Bis dahin ändert sich nichts.',
  'If you didn’t ask for this, ignore this email.': 'Hast du nicht darum gebeten, ignoriere diese E-Mail.',
  'Your email address is about to change': 'Deine E-Mail-Adresse soll sich ändern',
  'Someone asked to change the email address of your account.':
    'Jemand möchte die E-Mail-Adresse deines Kontos ändern.',
  'Someone asked to change the email address of your Frontrow account. The change takes effect when the link we sent to the new address is opened.':
    'Jemand möchte die E-Mail-Adresse deines Frontrow-Kontos ändern. Die Änderung gilt, sobald der Link geöffnet wird, den wir an die neue Adresse geschickt haben.',
  'If this wasn’t you, change your password now to stop it.':
    'Warst du das nicht, ändere jetzt dein Passwort, um es zu verhindern.',
  'Change your password': 'Passwort ändern',
  'Connect {0} to your account': '{0} mit deinem Konto verbinden',
  'The link works once, for one hour, in the browser where you started.':
    'Der Link gilt einmal, eine Stunde lang, in dem Browser, in dem du begonnen hast.',
  'Someone ({0} on {1}) continued with {2} and entered this email address, which already has a Frontrow account.':
    'Jemand ({0} unter {1}) hat „Weiter mit {2}“ gewählt und diese E-Mail-Adresse eingegeben, zu der es schon ein Frontrow-Konto gibt.',
  'Someone continued with {0} and entered this email address, which already has a Frontrow account.':
    'Jemand hat „Weiter mit {0}“ gewählt und diese E-Mail-Adresse eingegeben, zu der es schon ein Frontrow-Konto gibt.',
  'If it was you, connect the two so that you can log in with {0}.':
    'Warst du das, verbinde beide, um dich mit {0} anmelden zu können.',
  'Connect {0}': '{0} verbinden',
  'The link works once, for one hour, and only in the browser where you started.':
    'Der Link gilt einmal, eine Stunde lang, und nur in dem Browser, in dem du begonnen hast.',
  'If it wasn’t you, ignore this email. No one can log in without it.':
    'Warst du das nicht, ignoriere diese E-Mail. Ohne sie kann sich niemand anmelden.',
  '{0} is connected': '{0} ist verbunden',
  'You can now log in with {0}.': 'Du kannst dich jetzt mit {0} anmelden.',
  'An {0} account was just connected to your Frontrow account. Anyone with access to it can log in.':
    'Gerade wurde ein {0}-Konto mit deinem Frontrow-Konto verbunden. Wer Zugang dazu hat, kann sich anmelden.',
  'A {0} account was just connected to your Frontrow account. Anyone with access to it can log in.':
    'Gerade wurde ein {0}-Konto mit deinem Frontrow-Konto verbunden. Wer Zugang dazu hat, kann sich anmelden.',
  'If this wasn’t you, disconnect it and change your password now.':
    'Warst du das nicht, trenne es und ändere jetzt dein Passwort.',
  'Go to your profile': 'Zu deinem Konto',
  'Two-step login is on': 'Die Anmeldung in zwei Schritten ist an',
  'Two-step login is off': 'Die Anmeldung in zwei Schritten ist aus',
  'You now need a code to log in.': 'Zum Anmelden brauchst du jetzt einen Code.',
  'You no longer need a code to log in.': 'Zum Anmelden brauchst du keinen Code mehr.',
  'From now on you need a code from your authenticator app to log in to Frontrow. Keep your recovery codes in a safe place.':
    'Ab jetzt brauchst du zum Anmelden bei Frontrow einen Code aus deiner Authenticator-App. Bewahre deine Wiederherstellungscodes sicher auf.',
  'You no longer need a code to log in to Frontrow.': 'Zum Anmelden bei Frontrow brauchst du keinen Code mehr.',
  'If this wasn’t you, change your password now.': 'Warst du das nicht, ändere jetzt dein Passwort.',
  'A passkey was added': 'Ein Passkey wurde hinzugefügt',
  'A passkey was removed': 'Ein Passkey wurde entfernt',
  'You can now log in with a passkey.': 'Du kannst dich jetzt mit einem Passkey anmelden.',
  'A passkey was just added to your Frontrow account. Anyone who can unlock it can log in without a password or a code.':
    'Zu deinem Frontrow-Konto wurde gerade ein Passkey hinzugefügt. Wer ihn entsperren kann, kann sich ohne Passwort und Code anmelden.',
  'A passkey was just removed from your Frontrow account, and you were logged out on all other devices.':
    'Aus deinem Frontrow-Konto wurde gerade ein Passkey entfernt, und du wurdest auf allen anderen Geräten abgemeldet.',
  'If this wasn’t you, remove the passkey and change your password now.':
    'Warst du das nicht, entferne den Passkey und ändere jetzt dein Passwort.',
  'Your password was changed': 'Dein Passwort ist geändert',
  'You were logged out on all other devices.': 'Du wurdest auf allen anderen Geräten abgemeldet.',
  'Your Frontrow password was just changed, and you were logged out on all other devices.':
    'Dein Frontrow-Passwort wurde gerade geändert, und du wurdest auf allen anderen Geräten abgemeldet.',
  'If this wasn’t you, choose “Forgot your password?” on the login page and reset it now.':
    'Warst du das nicht, wähle auf der Anmeldeseite „Passwort vergessen?“ und setze es jetzt zurück.',
  'Go to the login page': 'Zur Anmeldeseite',
  'We removed your review': 'Wir haben deine Bewertung entfernt',
  'We’ve removed your review of {0}. It no longer counts toward the host’s rating, and you can’t review this event again.':
    'Wir haben deine Bewertung von {0} entfernt. Sie zählt für den Host nicht mehr, und du kannst dieses Event nicht noch einmal bewerten.',
  'Your review': 'Deine Bewertung',
  'A ticket': 'Ein Ticket',
  'A payment or refund': 'Eine Zahlung oder Erstattung',
  'An account': 'Ein Konto',
  Hosting: 'Veranstalten',
  'Video or chat': 'Video oder Chat',
  'Support request: {0}': 'Anfrage an den Support: {0}',
  'New support request': 'Neue Anfrage an den Support',
  About: 'Thema',
  From: 'Von',
  Reply: 'Antworten',
  'You’re receiving this email because you handle support for Frontrow.':
    'Du bekommst diese E-Mail, weil du dich um den Support von Frontrow kümmerst.',
  'We removed your message': 'Wir haben deine Nachricht entfernt',
  'We’ve removed one of your messages from the chat of {0}. No one can read it anymore.':
    'Wir haben eine deiner Nachrichten aus dem Chat von {0} entfernt. Niemand kann sie mehr lesen.',
  'Your message': 'Deine Nachricht',
  'Your upcoming events are no longer listed, and their ticket sales have stopped. An event that was live has been cancelled and refunded. If you have an available balance, reply to this email about its payout; refunds and chargebacks may still be deducted.':
    'Deine kommenden Events sind nicht mehr gelistet, und ihr Ticketverkauf ist beendet. Ein laufendes Event wurde abgesagt und erstattet. Wenn du noch Guthaben hast, antworte auf diese E-Mail wegen der Auszahlung; Erstattungen und Rückbuchungen können noch abgezogen werden.',
  'Your account is suspended': 'Dein Konto ist gesperrt',
  'You can’t log in for now.': 'Du kannst dich vorerst nicht anmelden.',
  'We’ve suspended your Frontrow account. You’re logged out everywhere and can’t log in, buy tickets or publish events.':
    'Wir haben dein Frontrow-Konto gesperrt. Du bist überall abgemeldet und kannst dich nicht anmelden, keine Tickets kaufen und keine Events veröffentlichen.',
  'Refunds that are due to you are still paid. If you think this is a mistake, reply to this email.':
    'Erstattungen, die dir zustehen, bekommst du trotzdem. Wenn du das für einen Irrtum hältst, antworte auf diese E-Mail.',
  'Your account is active again': 'Dein Konto ist wieder aktiv',
  'You can log in again.': 'Du kannst dich wieder anmelden.',
  'Your Frontrow account is no longer suspended. You can log in again.':
    'Dein Frontrow-Konto ist nicht mehr gesperrt. Du kannst dich wieder anmelden.',
  'Events that we unpublished because of the suspension are listed and on sale again.':
    'Events, die wir wegen der Sperre zurückgezogen hatten, sind wieder gelistet und im Verkauf.',
  'We logged you out everywhere': 'Wir haben dich überall abgemeldet',
  'Please log in again.': 'Bitte melde dich noch einmal an.',
  'We ended all sessions of your Frontrow account. Please log in again on each device.':
    'Wir haben alle Sitzungen deines Frontrow-Kontos beendet. Bitte melde dich auf jedem Gerät noch einmal an.',
  'If you don’t recognize a recent login, change your password.':
    'Wenn du eine Anmeldung aus letzter Zeit nicht kennst, ändere dein Passwort.',
  'Reason: {0}': 'Grund: {0}',
  'Open Frontrow': 'Frontrow öffnen',
  'You receive this email because it concerns your Frontrow account.':
    'Du bekommst diese E-Mail, weil es um dein Frontrow-Konto geht.',
  'Receipt {0}': 'Rechnung {0}',
  Receipt: 'Rechnung',
  'Credit note': 'Rechnungskorrektur',
  'Debit note': 'Belastungsanzeige',
  Refunded: 'Erstattet',
  'Amount reinstated': 'Betrag wieder berechnet',
  'Total paid': 'Gesamt bezahlt',
  'Total refunded': 'Gesamt erstattet',
  'Total reinstated': 'Gesamt wieder berechnet',
  Issued: 'Ausgestellt',
  Paid: 'Bezahlt',
  Order: 'Bestellung',
  'Corrects receipt': 'Berichtigt Rechnung',
  Refund: 'Erstattung',
  'Payment dispute': 'Zahlungsanfechtung',
  To: 'Rechnung an',
  Ticket: 'Ticket',
  'Service fee': 'Servicegebühr',
  'Sold by': 'Verkauft von',
  For: 'Event',
  'Event date': 'Termin',
  Price: 'Preis',
  Discount: 'Rabatt',
  Fee: 'Gebühr',
  'Includes sales tax': 'Enthält Umsatzsteuer',
  'Includes sales tax ({0}%, {1})': 'Enthält Umsatzsteuer ({0} %, {1})',
  'Tax ID {0}': 'Steuernummer {0}',
  'Not specified': 'Nicht angegeben',
  'My Frontrow tickets': 'Meine Frontrow-Tickets',
  'Starts in 1 minute.': 'Beginnt in 1 Minute.',
  'Starts in {0} minutes.': 'Beginnt in {0} Minuten.',
  'Live now. Tap to watch.': 'Jetzt live. Tippen und zuschauen.',
  'Your meeting has started. Tap to join.': 'Dein Treffen hat begonnen. Tippen und teilnehmen.',
  'You’re next on stage. Get ready.': 'Du kommst als Nächstes auf die Bühne. Mach dich bereit.',
  'Your seat opened up. We’re holding it for 15 minutes.': 'Ein Platz für dich ist frei. Wir halten ihn 15 Minuten.',
  'Sold out. Every seat is taken.': 'Ausverkauft. Alle Plätze sind vergeben.',
  'We’ve lost your encoder. Viewers see a still picture.':
    'Von deinem Encoder kommt nichts mehr an. Dein Publikum sieht ein Standbild.',
  'With {0}. Join here: {1}': 'Mit {0}. Hier teilnehmen: {1}',
  'Notification settings': 'Benachrichtigungen einstellen',
  'You received this email because of something you did on Frontrow.':
    'Du bekommst diese E-Mail, weil du bei Frontrow etwas getan hast.',
  'Ticket {0}': 'Ticket {0}',
  'Your receipt: {0}': 'Deine Rechnung: {0}',
  'Open your receipt, or download it as a PDF.': 'Öffne deine Rechnung oder lade sie als PDF herunter.',
  'Your receipt': 'Deine Rechnung',
  'You can open your receipt, add your billing details and download it as a PDF.':
    'Du kannst deine Rechnung öffnen, Rechnungsangaben ergänzen und sie als PDF herunterladen.',
  'Open receipt': 'Rechnung öffnen',
  'You received this email because someone asked us to resend the receipt of your Frontrow order.':
    'Du bekommst diese E-Mail, weil jemand uns gebeten hat, die Rechnung deiner Frontrow-Bestellung noch einmal zu schicken.',
} satisfies Sentences;
