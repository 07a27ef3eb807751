import type { Sentences } from '../table-types.ts';

export default {
  'This is missing.': 'Das fehlt.',
  'This must be text.': 'Das muss Text sein.',
  'This must be a number.': 'Das muss eine Zahl sein.',
  'This must be a whole number.': 'Das muss eine ganze Zahl sein.',
  'This must be true or false.': 'Das muss true oder false sein.',
  'This must be a list.': 'Das muss eine Liste sein.',
  'This must be an object.': 'Das muss ein Objekt sein.',
  'This must be something else.': 'Das muss etwas anderes sein.',
  'This is not valid.': 'Das ist ungültig.',
  'not valid': 'ungültig',
  'At most {0} character.': 'Höchstens {0} Zeichen.',
  'At most {0} characters.': 'Höchstens {0} Zeichen.',
  'At most {0} entry.': 'Höchstens {0} Eintrag.',
  'At most {0} entries.': 'Höchstens {0} Einträge.',
  'At least {0} character.': 'Mindestens {0} Zeichen.',
  'At least {0} characters.': 'Mindestens {0} Zeichen.',
  'At least {0} entry.': 'Mindestens {0} Eintrag.',
  'At least {0} entries.': 'Mindestens {0} Einträge.',
  'More than {0}.': 'Mehr als {0}.',
  'At most {0}.': 'Höchstens {0}.',
  'At least {0}.': 'Mindestens {0}.',
  'This must be {0}.': 'Das muss {0} sein.',
  'Sorry, something went wrong.': 'Da ist leider etwas schiefgegangen.',
  'A value of this request cannot be read.': 'Ein Wert dieser Anfrage ist nicht lesbar.',
  'The form ends before its last part does.': 'Das Formular endet vor seinem letzten Teil.',
  'That request cannot be read.': 'Diese Anfrage ist nicht lesbar.',
  'That request does not say which host it is for.': 'Diese Anfrage nennt keinen Host.',
  'The request ended before its answer.': 'Die Anfrage endete vor ihrer Antwort.',
  'The file ended before its end.': 'Die Datei ist unvollständig angekommen.',
  'The Idempotency-Key is not valid.': 'Der Idempotency-Key ist ungültig.',
  'cursor: not valid': 'cursor: ungültig',
  'starts_at: a full minute': 'starts_at: eine volle Minute',
  '{0}: not valid': '{0}: ungültig',
  'Your card was declined.': 'Deine Karte wurde abgelehnt.',
  'This card could not be used. Please try another one.':
    'Diese Karte konnte nicht verwendet werden. Bitte versuche es mit einer anderen.',
  "Your card's expiration month is invalid.": 'Der Ablaufmonat deiner Karte ist ungültig.',
  "Your card's expiration year is invalid.": 'Das Ablaufjahr deiner Karte ist ungültig.',
  "Your card's security code is invalid.": 'Der Sicherheitscode deiner Karte ist ungültig.',
  'Nothing is sold in this currency.': 'In dieser Währung wird nichts verkauft.',
  'Please give the name of the account’s holder.': 'Bitte gib den Namen der Kontoinhaberin oder des Kontoinhabers an.',
  'Name either a file or a payout.': 'Nenne entweder eine Datei oder eine Auszahlung.',
  'Amounts in {0} have no decimals.': 'Beträge in {0} haben keine Nachkommastellen.',
  'Amounts in {0} have at most {1} decimals.': 'Beträge in {0} haben höchstens {1} Nachkommastellen.',
  'A meeting costs 0 to {0}, without decimals.': 'Ein Treffen kostet 0 bis {0}, ohne Nachkommastellen.',
  'A meeting costs 0 to {0}, with at most {1} decimals.':
    'Ein Treffen kostet 0 bis {0}, mit höchstens {1} Nachkommastellen.',
  'Ask for at most five minutes.': 'Frage höchstens fünf Minuten an.',
  'This is not a valid IBAN. Please check its letters and digits.':
    'Das ist keine gültige IBAN. Bitte prüfe Buchstaben und Ziffern.',
  'This account is in a country that SEPA does not reach.': 'Dieses Konto liegt in einem Land außerhalb von SEPA.',
  'This is a QR-IBAN, which takes QR-bills only. Please give the IBAN of the account.':
    'Das ist eine QR-IBAN, die nur für QR-Rechnungen gilt. Bitte gib die IBAN des Kontos an.',
  'This is not a valid BIC. It has 8 or 11 letters and digits.':
    'Das ist keine gültige BIC. Sie hat 8 oder 11 Buchstaben und Ziffern.',
  'This BIC belongs to a bank in another country than the IBAN.':
    'Diese BIC gehört zu einer Bank in einem anderen Land als die IBAN.',
  'We can’t send bank transfers to accounts in this country.': 'Auf Konten in diesem Land können wir nicht überweisen.',
  'Please give the BIC of your bank: transfers to this country need it.':
    'Bitte gib die BIC deiner Bank an: Für Überweisungen in dieses Land ist sie nötig.',
  'Please give your street and house number: transfers to this country need it.':
    'Bitte gib Straße und Hausnummer an: Für Überweisungen in dieses Land sind sie nötig.',
  'Please give your town: transfers to this country need it.':
    'Bitte gib deinen Ort an: Für Überweisungen in dieses Land ist er nötig.',
  'Please give your country as two letters, like CH.': 'Bitte gib dein Land mit zwei Buchstaben an, zum Beispiel CH.',
  'Your bank is outside the EEA, so the transfer needs its BIC and your address: add the account again.':
    'Deine Bank liegt außerhalb des EWR, deshalb braucht die Überweisung ihre BIC und deine Adresse: Füge das Konto noch einmal hinzu.',
  'Stripe does not know this account any more.': 'Stripe kennt dieses Konto nicht mehr.',
  'Stripe does not accept this account. Please use another one.':
    'Stripe akzeptiert dieses Konto nicht. Bitte verwende ein anderes.',
  'Stripe is checking what you told it.': 'Stripe prüft deine Angaben.',
  'Give the country of your bank in two letters, like DE. Stripe asks for the rest.':
    'Gib das Land deiner Bank mit zwei Buchstaben an, zum Beispiel DE. Den Rest fragt Stripe ab.',
  'The sandbox bank has the accounts pays, rejects and returns.':
    'Die Sandbox-Bank hat die Konten pays, rejects und returns.',
  'Give the email address of your PayPal account.': 'Gib die E-Mail-Adresse deines PayPal-Kontos an.',
  'Payouts in {0} are not offered here yet: the money stays in your balance. Please contact support.':
    'Auszahlungen in {0} gibt es hier noch nicht: Das Geld bleibt in deinem Guthaben. Bitte wende dich an den Support.',
  'Choose another payout method for {0}. You can add a {1} or {2} account.':
    'Wähle für {0} eine andere Auszahlungsmethode. Du kannst ein Konto bei {1} oder {2} hinzufügen.',
  'Choose another payout method for {0}. You can add a {1} account.':
    'Wähle für {0} eine andere Auszahlungsmethode. Du kannst ein Konto bei {1} hinzufügen.',
  'Choose another payout method for {0}.': 'Wähle für {0} eine andere Auszahlungsmethode.',
  'in file': 'in Datei',
  executed: 'ausgeführt',
  rejected: 'abgelehnt',
  returned: 'zurückgekommen',
  Username: 'Benutzername',
  Surname: 'Nachname',
  'Birth date': 'Geburtsdatum',
  Reason: 'Begründung',
  Reference: 'Referenz',
  '1 minute': '1 Minute',
  '{0} minutes': '{0} Minuten',
  'Banks in SEPA can’t write {0}. Please use Latin letters, as your bank does.':
    'Banken im SEPA-Raum können {0} nicht schreiben. Bitte verwende lateinische Buchstaben, so wie deine Bank.',
  'Please enter a name that contains letters.': 'Bitte gib einen Namen mit Buchstaben ein.',
  'Your card number is incorrect. The sandbox takes published test numbers only.':
    'Deine Kartennummer ist falsch. Die Sandbox nimmt nur veröffentlichte Testnummern.',
  'The transcription server ended the connection.': 'Der Transkriptionsserver hat die Verbindung beendet.',
  'The transcription server does not answer.': 'Der Transkriptionsserver antwortet nicht.',
  'The transcription server is too slow right now.': 'Der Transkriptionsserver ist gerade zu langsam.',
} satisfies Sentences as Sentences;
