import type { Sentences } from '../table-types.ts';

export default {
  '{0} answered 410 Gone, which means that it wants no more webhooks.':
    '{0} hat mit 410 Gone geantwortet und möchte also keine Webhooks mehr.',
  '{0} has not accepted a webhook for three days.': '{0} hat drei Tage lang keinen Webhook angenommen.',
  'We disabled a webhook endpoint': 'Wir haben einen Webhook-Endpunkt abgeschaltet',
  '{0} We stopped sending to it.': '{0} Wir senden nichts mehr dorthin.',
  'Once it works again, enable it and resend what it missed from the delivery log. We keep the log for 30 days.':
    'Sobald er wieder funktioniert, schalte ihn ein und sende im Zustellprotokoll erneut, was er verpasst hat. Wir behalten das Protokoll 30 Tage.',
  'Open delivery log': 'Zustellprotokoll öffnen',
  'You received this email because you added this endpoint to your Frontrow account.':
    'Du bekommst diese E-Mail, weil du diesen Endpunkt in deinem Frontrow-Konto hinzugefügt hast.',
  'An event was reported.': 'Ein Event wurde gemeldet.',
  'A person was reported.': 'Eine Person wurde gemeldet.',
  'A review was reported.': 'Eine Bewertung wurde gemeldet.',
  'A chat message was reported.': 'Eine Chatnachricht wurde gemeldet.',
  'New report: {0}': 'Neue Meldung: {0}',
  'New report': 'Neue Meldung',
  Who: 'Wer',
  Event: 'Event',
  Reason: 'Grund',
  'Open reports': 'Offene Meldungen',
  'You receive this email because you are an app admin of Frontrow.':
    'Du bekommst diese E-Mail, weil du App-Admin von Frontrow bist.',
  'Your bank or PayPal told us that you dispute the {0} you paid for this ticket. Until they decide, the ticket is not valid and cannot be refunded. If you didn’t mean to, ask them to withdraw the dispute: your ticket then becomes valid again.':
    'Deine Bank oder PayPal hat uns mitgeteilt, dass du die Zahlung von {0} für dieses Ticket anfichtst. Bis darüber entschieden ist, ist das Ticket ungültig und kann nicht erstattet werden. War das keine Absicht? Bitte sie, die Anfechtung zurückzunehmen: Dann wird dein Ticket wieder gültig.',
  'Your bank or PayPal refunded you {0}, so your ticket for this event is no longer valid.':
    'Deine Bank oder PayPal hat dir {0} zurückgebucht, deshalb ist dein Ticket für dieses Event nicht mehr gültig.',
  'A buyer’s bank has reversed a payment. Submit evidence in the payment provider’s dashboard; without it, the bank decides for the buyer.':
    'Eine Bank hat eine Zahlung zurückgebucht. Reiche die Belege im Dashboard des Zahlungsanbieters ein; ohne sie entscheidet die Bank gegen uns.',
  'A buyer’s bank has reversed a payment. Submit evidence in the payment provider’s dashboard before it’s due; without it, the bank decides for the buyer.':
    'Eine Bank hat eine Zahlung zurückgebucht. Reiche die Belege rechtzeitig im Dashboard des Zahlungsanbieters ein; ohne sie entscheidet die Bank gegen uns.',
  'New dispute: {0}': 'Neue Anfechtung: {0}',
  'New dispute': 'Neue Anfechtung',
  Amount: 'Betrag',
  'Evidence due': 'Belege einreichen bis',
  'Open the order': 'Bestellung öffnen',
  'A payment is disputed': 'Eine Zahlung wird angefochten',
  'A buyer’s bank has opened a chargeback. Until it decides, your share of {0} is frozen and the ticket is not valid. We respond to the bank; there is nothing you need to do.':
    'Eine Bank hat eine Zahlung angefochten. Bis sie entscheidet, ist dein Anteil von {0} zurückgehalten und das Ticket ungültig. Wir antworten der Bank, du musst nichts tun.',
  'A buyer’s bank has opened a chargeback. The event was cancelled, so nothing is due to you. We respond to the bank; there is nothing you need to do.':
    'Eine Bank hat eine Zahlung angefochten. Das Event ist abgesagt, dir steht also nichts zu. Wir antworten der Bank, du musst nichts tun.',
  'The dispute was won': 'Die Anfechtung ist gewonnen',
  'The bank decided in your favor. Your share of {0} is no longer frozen.':
    'Die Bank hat zu deinen Gunsten entschieden. Dein Anteil von {0} ist wieder frei.',
  'The bank decided in your favor. The buyer gets a refund for this ticket, so nothing is due to you.':
    'Die Bank hat zu deinen Gunsten entschieden. Dieses Ticket wird erstattet, dir steht also nichts zu.',
  'The dispute was lost': 'Die Anfechtung ist verloren',
  'The bank refunded the buyer. Your share of {0} was deducted from your balance; we cover our fee and the costs of the dispute.':
    'Die Bank hat den Betrag zurückgebucht. Dein Anteil von {0} wurde von deinem Guthaben abgezogen; unsere Gebühr und die Kosten der Anfechtung tragen wir.',
  'The bank refunded the buyer. The event was cancelled, so nothing is due to you; we cover our fee and the costs of the dispute.':
    'Die Bank hat den Betrag zurückgebucht. Das Event ist abgesagt, dir steht also nichts zu; unsere Gebühr und die Kosten der Anfechtung tragen wir.',
  'You received this email because you host this event on Frontrow.':
    'Du bekommst diese E-Mail, weil du dieses Event bei Frontrow veranstaltest.',
  'The viewer’s bank has opened a chargeback. The meeting was cancelled, so nothing is due to you. We respond to the bank; there is nothing you need to do.':
    'Eine Bank hat eine Zahlung angefochten. Das Treffen ist abgesagt, dir steht also nichts zu. Wir antworten der Bank, du musst nichts tun.',
  'The viewer’s bank has opened a chargeback. Until it decides, your share of {0} is frozen. We respond to the bank; there is nothing you need to do.':
    'Eine Bank hat eine Zahlung angefochten. Bis sie entscheidet, ist dein Anteil von {0} zurückgehalten. Wir antworten der Bank, du musst nichts tun.',
  'The bank decided in your favor. The viewer gets a refund for this meeting, so nothing is due to you.':
    'Die Bank hat zu deinen Gunsten entschieden. Das Treffen wird erstattet, dir steht also nichts zu.',
  'The bank refunded the viewer. The meeting was cancelled, so nothing is due to you; we cover our fee and the costs of the dispute.':
    'Die Bank hat den Betrag zurückgebucht. Das Treffen ist abgesagt, dir steht also nichts zu; unsere Gebühr und die Kosten der Anfechtung tragen wir.',
  'The bank refunded the viewer. Your share of {0} was deducted from your balance; we cover our fee and the costs of the dispute.':
    'Die Bank hat den Betrag zurückgebucht. Dein Anteil von {0} wurde von deinem Guthaben abgezogen; unsere Gebühr und die Kosten der Anfechtung tragen wir.',
  'Your payment is disputed': 'Deine Zahlung wird angefochten',
  'Your bank or PayPal told us that you dispute the {0} you paid for this meeting, so it was cancelled. Until they decide, it cannot be refunded. If you withdraw the dispute or lose it, we’ll refund you automatically.':
    'Deine Bank oder PayPal hat uns mitgeteilt, dass du die Zahlung von {0} für dieses Treffen anfichtst, deshalb wurde es abgesagt. Bis darüber entschieden ist, kann die Zahlung nicht erstattet werden. Wenn du die Anfechtung zurücknimmst oder verlierst, erstatten wir dir den Betrag automatisch.',
  'Your bank or PayPal told us that you dispute the {0} you paid for this meeting. Until they decide, it cannot be refunded. If you didn’t mean to, ask them to withdraw the dispute.':
    'Deine Bank oder PayPal hat uns mitgeteilt, dass du die Zahlung von {0} für dieses Treffen anfichtst. Bis darüber entschieden ist, kann sie nicht erstattet werden. War das keine Absicht? Bitte sie, die Anfechtung zurückzunehmen.',
  'The dispute is settled': 'Die Anfechtung ist erledigt',
  'Your payment of {0} for this meeting stands. There is nothing you need to do.':
    'Deine Zahlung von {0} für dieses Treffen bleibt bestehen. Du musst nichts tun.',
  'Your bank or PayPal refunded you {0} for this meeting.':
    'Deine Bank oder PayPal hat dir {0} für dieses Treffen zurückgebucht.',
  'Frontrow refunded {0} of the price to the viewer. It is deducted from your earnings for this meeting.':
    'Frontrow hat {0} des Preises erstattet. Der Betrag wird von deinen Einnahmen für dieses Treffen abgezogen.',
  'Your ticket is on hold': 'Dein Ticket ruht',
  'The buyer’s bank has disputed the {0} paid for this ticket. Until it decides, the ticket is not valid and cannot be refunded.':
    'Die {0} für dieses Ticket wurden bei der Bank angefochten. Bis sie entscheidet, ist das Ticket ungültig und kann nicht erstattet werden.',
  'Your ticket is valid again': 'Dein Ticket ist wieder gültig',
  'The dispute is settled. You have the same ticket as before, with the same code.':
    'Die Anfechtung ist erledigt. Du hast dasselbe Ticket wie vorher, mit demselben Code.',
  'Your ticket is no longer valid': 'Dein Ticket ist nicht mehr gültig',
  'The bank refunded {0} to the buyer, so the ticket for this event is no longer valid.':
    'Die Bank hat {0} zurückgebucht, deshalb ist das Ticket für dieses Event nicht mehr gültig.',
  'You received this email because a Frontrow ticket was bought with or for this email address.':
    'Du bekommst diese E-Mail, weil ein Frontrow-Ticket mit dieser oder für diese E-Mail-Adresse gekauft wurde.',
  'See the event page': 'Event-Seite ansehen',
  'You wrote:': 'Deine Nachricht:',
  '{0} wrote:': 'Nachricht von {0}:',
  Length: 'Dauer',
  '{0} minutes': '{0} Minuten',
  'You received this email because you offer private meetings on Frontrow.':
    'Du bekommst diese E-Mail, weil du bei Frontrow private Treffen anbietest.',
  'You received this email because you requested a private meeting on Frontrow.':
    'Du bekommst diese E-Mail, weil du bei Frontrow ein privates Treffen angefragt hast.',
  'Private meeting with {0}': 'Privates Treffen mit {0}',
  '{0} can’t hold your meeting right now': '{0} kann sich gerade nicht mit dir treffen',
  'If it doesn’t take place, we’ll automatically refund you in full, including the fee. If you’d rather not wait, you can cancel for a full refund while {0} can’t hold it.':
    'Wenn es nicht stattfindet, erstatten wir dir automatisch den vollen Betrag einschließlich der Gebühr. Wenn du nicht warten möchtest, kannst du absagen und bekommst den vollen Betrag zurück, solange {0} sich nicht mit dir treffen kann.',
  'If it doesn’t take place, we’ll let you know. If you’d rather not wait, you can cancel it.':
    'Wenn es nicht stattfindet, sagen wir dir Bescheid. Wenn du nicht warten möchtest, kannst du es absagen.',
  'You haven’t been charged, and the meeting can’t be paid for now. If that doesn’t change in time, your request expires and you pay nothing. You can also cancel it.':
    'Dir wurde nichts berechnet, und das Treffen kann gerade nicht bezahlt werden. Wenn sich das nicht rechtzeitig ändert, läuft deine Anfrage ab und du zahlst nichts. Du kannst das Treffen auch absagen.',
  'This meeting is free.': 'Dieses Treffen ist kostenlos.',
  'Ticket fee': 'Ticketgebühr',
  Total: 'Gesamt',
  'See your request': 'Anfrage ansehen',
  'You requested a meeting with {0}': 'Du hast ein Treffen mit {0} angefragt',
  '{0} can accept, propose a change, or decline. You pay nothing until {1} accepts.':
    '{0} kann annehmen, eine Änderung vorschlagen oder ablehnen. Du zahlst erst, wenn {1} angenommen hat.',
  '{0} proposed a change': '{0} hat eine Änderung vorgeschlagen',
  'Accept the proposal or cancel your request. You pay nothing until you accept.':
    'Nimm den Vorschlag an oder ziehe deine Anfrage zurück. Du zahlst erst, wenn du angenommen hast.',
  'See the proposal': 'Vorschlag ansehen',
  '{0} accepted your request': '{0} hat deine Anfrage angenommen',
  'You accepted {0}’s proposal': 'Du hast den Vorschlag von {0} angenommen',
  'We’re holding the time for you. Pay to confirm the meeting.':
    'Wir halten die Zeit für dich frei. Zahl, um das Treffen zu bestätigen.',
  'We’re holding the time for you. Pay by {0} to confirm the meeting.':
    'Wir halten die Zeit für dich frei. Zahl bis {0}, um das Treffen zu bestätigen.',
  'Pay for your meeting': 'Treffen bezahlen',
  'Your meeting with {0} is confirmed': 'Dein Treffen mit {0} ist bestätigt',
  'The room opens 10 minutes before the start. Join from your request.':
    'Der Raum öffnet 10 Minuten vor Beginn. Du trittst über deine Anfrage ein.',
  'See your meeting': 'Treffen ansehen',
  '{0} declined your request': '{0} hat deine Anfrage abgelehnt',
  'You weren’t charged. You can request another time.':
    'Es wurde nichts abgebucht. Du kannst eine andere Zeit anfragen.',
  'You cancelled your meeting with {0}': 'Du hast dein Treffen mit {0} abgesagt',
  '{0} cancelled your meeting': '{0} hat euer Treffen abgesagt',
  'Your meeting with {0} was cancelled': 'Dein Treffen mit {0} wurde abgesagt',
  'Your request to {0} expired': 'Deine Anfrage an {0} ist abgelaufen',
  'The meeting wasn’t paid in time, so the time is available again.':
    'Das Treffen wurde nicht rechtzeitig bezahlt, deshalb ist die Zeit wieder frei.',
  'It wasn’t accepted before the requested time. You can request another time.':
    'Sie wurde nicht vor der angefragten Zeit angenommen. Du kannst eine andere Zeit anfragen.',
  'How was your meeting with {0}?': 'Wie war dein Treffen mit {0}?',
  'Your review helps others.': 'Deine Bewertung hilft anderen.',
  'Write a review': 'Bewertung schreiben',
  'Your meeting with {0} did not take place': 'Dein Treffen mit {0} hat nicht stattgefunden',
  'Neither of you joined.': 'Niemand von euch ist gekommen.',
  'You didn’t join.': 'Du bist nicht gekommen.',
  '{0} didn’t join.': '{0} ist nicht gekommen.',
  'See the request': 'Anfrage ansehen',
  '{0} requested a private meeting': '{0} möchte dich privat treffen',
  'Accept it, propose a change, or decline.': 'Nimm die Anfrage an, schlag eine Änderung vor oder lehne sie ab.',
  'Answer the request': 'Anfrage beantworten',
  'You proposed a change to {0}': 'Du hast {0} eine Änderung vorgeschlagen',
  'We’ll hold the time once it’s accepted.': 'Wir halten die Zeit frei, sobald der Vorschlag angenommen ist.',
  'You accepted the meeting with {0}': 'Du hast das Treffen mit {0} angenommen',
  '{0} accepted your proposal': '{0} hat deinen Vorschlag angenommen',
  'We’re holding the time. {0} can pay.': 'Wir halten die Zeit frei. {0} kann jetzt zahlen.',
  'We’re holding the time. {0} can pay by {1}.': 'Wir halten die Zeit frei. {0} kann bis {1} zahlen.',
  'The room opens 10 minutes before the start. Join from the request.':
    'Der Raum öffnet 10 Minuten vor Beginn. Du trittst über die Anfrage ein.',
  'See the meeting': 'Treffen ansehen',
  'You declined {0}’s request': 'Du hast die Anfrage von {0} abgelehnt',
  'The request is closed.': 'Die Anfrage ist geschlossen.',
  '{0} cancelled the meeting': '{0} hat das Treffen abgesagt',
  'The time is available again. {0}': 'Die Zeit ist wieder frei. {0}',
  'You cancelled the meeting with {0}': 'Du hast das Treffen mit {0} abgesagt',
  '{0}’s request expired': 'Die Anfrage von {0} ist abgelaufen',
  'It wasn’t accepted before the requested time.': 'Sie wurde nicht vor der angefragten Zeit angenommen.',
  'Your meeting with {0} has ended': 'Dein Treffen mit {0} ist vorbei',
  'It was free.': 'Es war kostenlos.',
  'Nothing was charged.': 'Es wurde nichts abgebucht.',
  '{0} gets a full refund.': '{0} bekommt den vollen Betrag zurück.',
  'Your earnings become available 3 days later.': 'Deine Einnahmen sind 3 Tage später verfügbar.',
  'Your payment is not refunded.': 'Deine Zahlung wird nicht erstattet.',
  'It was cancelled less than 24 hours before the start, so it isn’t refunded.':
    'Die Absage kam weniger als 24 Stunden vor Beginn, deshalb gibt es keine Erstattung.',
  '{0} has a new event, and the front row is still free.':
    '{0} hat ein neues Event, und die erste Reihe ist noch frei.',
  'On sale from': 'Verkauf ab',
  'Unfollow {0}': '{0} nicht mehr folgen',
  'You received this email because you follow {0} on Frontrow.':
    'Du bekommst diese E-Mail, weil du {0} bei Frontrow folgst.',
  '{0} wrote about “{1}”, {2}:': '{0} hat zu „{1}“ geschrieben ({2}):',
  'You received this email because you have a ticket for this event. Replies are not read.':
    'Du bekommst diese E-Mail, weil du ein Ticket für dieses Event hast. Antworten werden nicht gelesen.',
  'Your payout of {0} was paid': 'Deine Auszahlung von {0} ist angekommen',
  'Your payout was paid': 'Deine Auszahlung ist angekommen',
  'We paid {0} to {1}. Depending on your bank, it can take a day to appear.':
    'Wir haben {0} an {1} ausgezahlt. Je nach Bank kann es einen Tag dauern, bis du es siehst.',
  'Your payout of {0} failed': 'Deine Auszahlung von {0} ist fehlgeschlagen',
  'Your payout failed': 'Deine Auszahlung ist fehlgeschlagen',
  'The bank rejected the transfer of {0} to {1}.': 'Die Bank hat die Überweisung von {0} an {1} abgelehnt.',
  'The amount is back in your balance. Check the account details or add another account, then request it again.':
    'Der Betrag ist wieder in deinem Guthaben. Prüfe die Kontodaten oder füge ein anderes Konto hinzu und fordere die Auszahlung noch einmal an.',
  'Your payout of {0} was returned': 'Deine Auszahlung von {0} kam zurück',
  'Your payout was returned': 'Deine Auszahlung kam zurück',
  'We paid {0} to {1}, but the receiving bank returned it.':
    'Wir haben {0} an {1} ausgezahlt, aber die Bank des Kontos hat den Betrag zurückgeschickt.',
  'The amount is back in your balance. Add an account that accepts it, then request it again.':
    'Der Betrag ist wieder in deinem Guthaben. Füge ein Konto hinzu, das ihn annimmt, und fordere die Auszahlung noch einmal an.',
  Payout: 'Auszahlung',
  'See your payouts': 'Auszahlungen ansehen',
  'You received this email because you host events on Frontrow.':
    'Du bekommst diese E-Mail, weil du bei Frontrow Events veranstaltest.',
  'A payout account was added': 'Ein Auszahlungskonto wurde hinzugefügt',
  'Your default payout account was changed': 'Dein Standardkonto für Auszahlungen wurde geändert',
  'We’ll send your payouts to {0} from now on.': 'Ab jetzt zahlen wir auf {0} aus.',
  'We’ll send your payouts to {0} ({1}) from now on.': 'Ab jetzt zahlen wir auf {0} ({1}) aus.',
  'If this wasn’t you, someone else has access to your account: change your password, which logs out all other devices, remove the payout account, and contact support.':
    'Warst du das nicht, hat jemand anderes Zugang zu deinem Konto: Ändere dein Passwort, damit werden alle anderen Geräte abgemeldet, entferne das Auszahlungskonto und wende dich an den Support.',
  'See your payout accounts': 'Auszahlungskonten ansehen',
  '{0} available: {1}': '{0} verfügbar: {1}',
  'Your earnings from “{0}” are in your balance.': 'Deine Einnahmen aus „{0}“ sind in deinem Guthaben.',
  'Your earnings are available': 'Deine Einnahmen sind verfügbar',
  'From this event': 'Aus diesem Event',
  'Available now': 'Jetzt verfügbar',
  'Earnings become available 3 days after an event ends, and 15 days after each sale of a replay. Later refunds are deducted from your balance.':
    'Einnahmen werden 3 Tage nach dem Ende eines Events verfügbar, und 15 Tage nach jedem Verkauf einer Aufzeichnung. Spätere Erstattungen werden von deinem Guthaben abgezogen.',
  'See your balance': 'Guthaben ansehen',
  'A seat opened up for you: {0}': 'Ein Platz für dich ist frei: {0}',
  'We’re holding it for you until {0}.': 'Wir halten ihn bis {0} für dich frei.',
  'A seat opened up for you': 'Ein Platz für dich ist frei',
  'You’re next on the waitlist. We’re holding a seat for you until {0}.':
    'Du bist als Nächstes auf der Warteliste dran. Wir halten einen Platz bis {0} für dich frei.',
  'Take the seat': 'Platz nehmen',
  'If you don’t take it by then, we’ll offer it to the next person in line.':
    'Wenn du ihn bis dahin nicht nimmst, bieten wir ihn der nächsten Person an.',
  'You received this email because someone joined a Frontrow waitlist with this email address.':
    'Du bekommst diese E-Mail, weil diese E-Mail-Adresse auf eine Frontrow-Warteliste gesetzt wurde.',
  'You’re on the waitlist: {0}': 'Du stehst auf der Warteliste: {0}',
  'You’re number {0} in line.': 'Du bist Nummer {0} auf der Warteliste.',
  'You’re on the waitlist': 'Du stehst auf der Warteliste',
  'If a seat opens up, we’ll email you and hold it for 15 minutes.':
    'Wird ein Platz frei, schreiben wir dir und halten ihn 15 Minuten für dich frei.',
  'See your place': 'Warteliste ansehen',
  'This link works once, so keep it to yourself. You can also use it to leave the waitlist.':
    'Dieser Link gilt einmal. Behalte ihn für dich. Du kannst damit auch die Warteliste verlassen.',
  '{0} on Frontrow': '{0} bei Frontrow',
  'Live events by {0}, to listen to again.': 'Live-Events von {0} zum Nachhören.',
  'Watch the replay with its chat': 'Aufzeichnung mit Chat ansehen',
  'Live with {0}': 'Live mit {0}',
  'Spam or advertising': 'Spam oder Werbung',
  'Scam or fake event': 'Betrug oder falsches Event',
  'Harassment or bullying': 'Belästigung oder Mobbing',
  'Hate speech': 'Hassrede',
  'Sexual content': 'Sexuelle Inhalte',
  'Violence or threats': 'Gewalt oder Drohungen',
  'Uses someone else’s work': 'Benutzt fremde Werke',
  'Something else': 'Etwas anderes',
} satisfies Sentences;
