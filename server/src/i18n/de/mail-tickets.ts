import type { Sentences } from '../table-types.ts';

export default {
  'Series pass': 'Pass',
  '{0} for {1} dates in one payment': '{0} für {1} Termine in einer Zahlung',
  'Pass discount': 'Pass-Rabatt',
  'Part of your series pass: you paid {0} for {1} dates in one payment.':
    'Teil deines Passes: Du hast {0} für {1} Termine in einer Zahlung bezahlt.',
  'If a new time doesn’t work for you, you can get a full refund for it until 24 hours before the new start.':
    'Wenn dir eine neue Zeit nicht passt, kannst du dafür bis 24 Stunden vor dem neuen Beginn eine volle Erstattung bekommen.',
  'You’ll get a full refund for each of them, including the fee. There is nothing you need to do.':
    'Du bekommst für jeden eine volle Erstattung einschließlich der Gebühr. Du musst nichts tun.',
  'New times: {0}, {1} dates': 'Neue Zeiten: {0}, {1} Termine',
  'Cancelled: {0}, {1} dates': 'Abgesagt: {0}, {1} Termine',
  'Your tickets are still valid.': 'Deine Tickets sind weiterhin gültig.',
  '{0} cancelled {1} dates.': '{0} hat {1} Termine abgesagt.',
  '{0} of your dates have new times': '{0} deiner Termine haben neue Zeiten',
  '{0} of your dates were cancelled': '{0} deiner Termine wurden abgesagt',
  '{0} rescheduled dates of “{1}”. Your tickets are still valid.':
    '{0} hat Termine von „{1}“ verschoben. Deine Tickets sind weiterhin gültig.',
  '{0} had to cancel dates of “{1}”. We’re sorry.': '{0} musste Termine von „{1}“ absagen. Das tut uns leid.',
  'Instead of {0}': 'Statt {0}',
  Cancelled: 'Abgesagt',
  'You received this email because you have tickets for these dates.':
    'Du bekommst diese E-Mail, weil du Tickets für diese Termine hast.',
  'You received this email because you had tickets for these dates.':
    'Du bekommst diese E-Mail, weil du Tickets für diese Termine hattest.',
  'See one more date of this series': 'Einen weiteren Termin dieser Reihe ansehen',
  'See {0} more dates of this series': '{0} weitere Termine dieser Reihe ansehen',
  'The meeting was cancelled, so you get a full refund.':
    'Das Treffen wurde abgesagt, deshalb bekommst du den vollen Betrag zurück.',
  'The meeting had ended when your payment arrived, so you get a full refund.':
    'Als deine Zahlung ankam, war das Treffen schon vorbei, deshalb bekommst du den vollen Betrag zurück.',
  'This meeting was already paid for when this payment arrived, so this payment is refunded in full.':
    'Als diese Zahlung ankam, war das Treffen schon bezahlt, deshalb erstatten wir sie in voller Höhe.',
  'Another payment for this meeting was open when this payment arrived, so this payment is refunded in full.':
    'Als diese Zahlung ankam, war eine andere Zahlung für dieses Treffen offen, deshalb erstatten wir sie in voller Höhe.',
  'The event was cancelled, so you get a full refund.':
    'Das Event wurde abgesagt, deshalb bekommst du den vollen Betrag zurück.',
  'The host was late, so you get a full refund.': 'Der Host war zu spät, deshalb bekommst du den vollen Betrag zurück.',
  'We’ve refunded you in full.': 'Wir haben dir den vollen Betrag erstattet.',
  'Your payment dispute was settled, but your seat had already been sold, so you get a full refund.':
    'Die Anfechtung deiner Zahlung ist erledigt, aber dein Platz war schon verkauft, deshalb bekommst du den vollen Betrag zurück.',
  'The room had no space for you, so you get a full refund.':
    'Im Raum war kein Platz für dich, deshalb bekommst du den vollen Betrag zurück.',
  'We took the event off sale and you returned your ticket.':
    'Wir haben das Event aus dem Verkauf genommen, und du hast dein Ticket zurückgegeben.',
  'The event was rescheduled and you returned your ticket.':
    'Das Event wurde verschoben, und du hast dein Ticket zurückgegeben.',
  'Your payment arrived after your hold expired and the seat was no longer available, so you get a full refund.':
    'Als deine Zahlung ankam, war deine Reservierung abgelaufen und der Platz nicht mehr frei, deshalb bekommst du den vollen Betrag zurück.',
  'You already had a ticket for this event when this payment arrived. You keep that ticket, and this payment is refunded in full.':
    'Als diese Zahlung ankam, hattest du schon ein Ticket für dieses Event. Das Ticket behältst du, und diese Zahlung erstatten wir in voller Höhe.',
  'Your order was already paid when this payment arrived, so this payment is refunded in full.':
    'Als diese Zahlung ankam, war deine Bestellung schon bezahlt, deshalb erstatten wir sie in voller Höhe.',
  'You returned your replay ticket, so you get a full refund.':
    'Du hast dein Ticket für die Aufzeichnung zurückgegeben, deshalb bekommst du den vollen Betrag zurück.',
  'The replay is no longer available, so you get a full refund.':
    'Die Aufzeichnung ist nicht mehr verfügbar, deshalb bekommst du den vollen Betrag zurück.',
  'The event had ended when your payment arrived, so you get a full refund.':
    'Als deine Zahlung ankam, war das Event schon vorbei, deshalb bekommst du den vollen Betrag zurück.',
  'The meeting was due to start before your payment arrived, so you get a full refund.':
    'Deine Zahlung kam erst nach dem Beginn des Treffens an, deshalb bekommst du den vollen Betrag zurück.',
  'The host didn’t join, so you get a full refund.':
    'Der Host ist nicht erschienen, deshalb bekommst du den vollen Betrag zurück.',
  'The ticket was cancelled under the host’s cancellation policy.':
    'Das Ticket wurde nach den Stornoregeln des Hosts storniert.',
  'You got this ticket with your other account while we were merging it into this one, so the ticket could not be moved. You get a full refund.':
    'Du hast dieses Ticket mit deinem anderen Konto bekommen, während wir es mit diesem zusammengeführt haben, deshalb ließ es sich nicht übernehmen. Du bekommst den vollen Betrag zurück.',
  'We’ve refunded part of your payment.': 'Wir haben einen Teil deiner Zahlung erstattet.',
  'Your order could not be completed, so you get a full refund.':
    'Deine Bestellung ließ sich nicht abschließen, deshalb bekommst du den vollen Betrag zurück.',
  '{0} had to cancel the event.': '{0} musste das Event absagen.',
  '{0} didn’t start the event.': '{0} hat das Event nicht begonnen.',
  'Frontrow cancelled the event.': 'Frontrow hat das Event abgesagt.',
  'Cancelled: {0}': 'Abgesagt: {0}',
  'You’ll get a full refund.': 'Du bekommst den vollen Betrag zurück.',
  'The event was cancelled.': 'Das Event wurde abgesagt.',
  'This event was cancelled': 'Dieses Event wurde abgesagt',
  '{0} We’re sorry.': '{0} Das tut uns leid.',
  When: 'Wann',
  'You’ll get a full refund, including the fee. There is nothing you need to do.':
    'Du bekommst den vollen Betrag samt Gebühren zurück. Du musst nichts tun.',
  'Find another event': 'Anderes Event finden',
  'You received this email because you had a ticket for this event.':
    'Du bekommst diese E-Mail, weil du ein Ticket für dieses Event hattest.',
  'New time: {0}': 'Neue Zeit: {0}',
  'Your event has a new time': 'Dein Event hat eine neue Zeit',
  '{0} rescheduled “{1}”. Your ticket is still valid.': '{0} hat „{1}“ verschoben. Dein Ticket bleibt gültig.',
  'New time': 'Neue Zeit',
  'Old time': 'Alte Zeit',
  'If the new time doesn’t work for you, you can get a full refund until 24 hours before the new start.':
    'Passt dir die neue Zeit nicht, kannst du bis 24 Stunden vor dem neuen Beginn den vollen Betrag zurückverlangen.',
  'See the event': 'Event ansehen',
  'You received this email because you have a ticket for this event.':
    'Du bekommst diese E-Mail, weil du ein Ticket für dieses Event hast.',
  'No longer on sale: {0}': 'Nicht mehr im Verkauf: {0}',
  'Your ticket is still valid.': 'Dein Ticket bleibt gültig.',
  'This event is no longer on sale': 'Dieses Event ist nicht mehr im Verkauf',
  'We’ve taken this event off our pages while we look into it. Your ticket is still valid. If the event doesn’t take place, we’ll let you know and return your money automatically.':
    'Wir zeigen dieses Event vorerst nicht mehr, solange wir es prüfen. Dein Ticket bleibt gültig. Findet das Event nicht statt, sagen wir dir Bescheid und erstatten dein Geld automatisch.',
  'If you’d rather not wait, you can get a full refund, including fees, until the event goes live. Open your ticket and choose “Refund”.':
    'Möchtest du nicht warten, kannst du den vollen Betrag samt Gebühren zurückverlangen, bis das Event live geht. Öffne dein Ticket und wähle „Erstattung“.',
  'If you’d rather not wait, you can return your ticket until the event goes live.':
    'Möchtest du nicht warten, kannst du dein Ticket zurückgeben, bis das Event live geht.',
  'You receive this email because you have a ticket for this event.':
    'Du bekommst diese E-Mail, weil du ein Ticket für dieses Event hast.',
  'Published again: {0}': 'Wieder veröffentlicht: {0}',
  'We unpublished your event: {0}': 'Wir haben dein Event zurückgezogen: {0}',
  'It is listed and on sale again.': 'Es ist wieder gelistet und im Verkauf.',
  'It is no longer listed, and sales have stopped.': 'Es ist nicht mehr gelistet, und der Verkauf ist beendet.',
  'Your event is published again': 'Dein Event ist wieder veröffentlicht',
  'Your event is unpublished': 'Dein Event ist zurückgezogen',
  'It is listed again.': 'Es ist wieder gelistet.',
  'It is listed again, and tickets are on sale.': 'Es ist wieder gelistet, und Tickets sind im Verkauf.',
  'It is listed again, and tickets go on sale {0}.': 'Es ist wieder gelistet, und der Ticketverkauf beginnt am {0}.',
  'It is no longer listed, and ticket sales have stopped. Tickets you’ve sold stay valid, and their holders can get a refund until the event goes live.':
    'Es ist nicht mehr gelistet, und der Ticketverkauf ist beendet. Verkaufte Tickets bleiben gültig, und wer eines hat, kann das Geld zurückverlangen, bis das Event live geht.',
  'If you think this is a mistake, reply to this email.':
    'Wenn du das für einen Irrtum hältst, antworte auf diese E-Mail.',
  'You receive this email because you host this event.':
    'Du bekommst diese E-Mail, weil du dieses Event veranstaltest.',
  'We took your replay down: {0}': 'Wir haben deine Aufzeichnung gesperrt: {0}',
  'Your replay is back: {0}': 'Deine Aufzeichnung ist wieder da: {0}',
  'No one can watch or buy it.': 'Niemand kann sie ansehen oder kaufen.',
  'People with a ticket can watch it again.': 'Wer ein Ticket hat, kann sie wieder ansehen.',
  'Your replay was taken down': 'Deine Aufzeichnung wurde gesperrt',
  'Your replay is back': 'Deine Aufzeichnung ist wieder da',
  'We restored the replay of your event. Its sale has ended. To sell it again, choose a price on the replay’s page.':
    'Wir haben die Aufzeichnung deines Events wieder freigegeben. Ihr Verkauf ist beendet. Um sie wieder zu verkaufen, lege auf der Seite der Aufzeichnung einen Preis fest.',
  'No one can watch or buy the replay of your event. Everyone who bought it in the last 14 days is refunded.':
    'Niemand kann die Aufzeichnung deines Events ansehen oder kaufen. Wer sie in den letzten 14 Tagen gekauft hat, bekommt das Geld zurück.',
  'Open the replay': 'Aufzeichnung öffnen',
  'Your refund of {0}: {1}': 'Deine Erstattung von {0}: {1}',
  'We’ve refunded {0}.': 'Wir haben {0} erstattet.',
  'Your refund is on its way': 'Deine Erstattung ist unterwegs',
  'Your ticket is no longer valid.': 'Dein Ticket ist nicht mehr gültig.',
  'You received this email because a Frontrow ticket was bought with this email address.':
    'Du bekommst diese E-Mail, weil mit dieser E-Mail-Adresse ein Frontrow-Ticket gekauft wurde.',
  'We couldn’t refund your original payment method, so we paid you another way: {0}.':
    'Auf deinem Zahlungsweg konnten wir nicht erstatten, deshalb haben wir dich anders bezahlt: {0}.',
  'We’ve refunded your original payment method. It usually takes 5 to 10 days to appear.':
    'Wir haben den Betrag auf deinem Zahlungsweg erstattet. Meist dauert es 5 bis 10 Tage, bis du ihn siehst.',
  'A buyer was refunded: {0}': 'Eine Zahlung wurde erstattet: {0}',
  '{0} of the price was refunded.': '{0} des Preises wurden erstattet.',
  'A buyer was refunded': 'Eine Zahlung wurde erstattet',
  'Frontrow refunded {0} of the price to a buyer. It is deducted from your earnings for this event. ':
    'Frontrow hat {0} des Preises erstattet. Der Betrag wird von deinen Einnahmen für dieses Event abgezogen. ',
  'The seat is available again.': 'Der Platz ist wieder frei.',
  'The buyer keeps the ticket.': 'Das Ticket bleibt gültig.',
  'Your ticket was refunded: {0}': 'Dein Ticket wurde erstattet: {0}',
  'The buyer was refunded.': 'Das Geld ging an die Person, die bezahlt hat.',
  'Your ticket was refunded': 'Dein Ticket wurde erstattet',
  'This ticket was transferred to you. It is no longer valid, and the buyer was refunded.':
    'Dieses Ticket wurde an dich weitergegeben. Es ist nicht mehr gültig, und das Geld ging an die Person, die es bezahlt hat.',
  'You received this email because a Frontrow ticket was transferred to this email address.':
    'Du bekommst diese E-Mail, weil ein Frontrow-Ticket an diese E-Mail-Adresse weitergegeben wurde.',
  'You returned your ticket: {0}': 'Du hast dein Ticket zurückgegeben: {0}',
  'You returned your ticket': 'Du hast dein Ticket zurückgegeben',
  'Your ticket is no longer valid, and your seat is available to someone else.':
    'Dein Ticket ist nicht mehr gültig, und jemand anderes kann deinen Platz nehmen.',
  'If you didn’t do this, change your password and contact us.':
    'Warst du das nicht, ändere dein Passwort und schreib uns.',
  'You received this email because you returned a ticket on Frontrow.':
    'Du bekommst diese E-Mail, weil du bei Frontrow ein Ticket zurückgegeben hast.',
  'Your ticket is no longer valid: {0}': 'Dein Ticket ist nicht mehr gültig: {0}',
  'Your seat is available to someone else.': 'Jemand anderes kann deinen Platz nehmen.',
  'Your wallet no longer holds the token that this event requires, so your seat is available to someone else.':
    'In deiner Wallet ist nicht mehr das Token, das dieses Event verlangt, deshalb kann jemand anderes deinen Platz nehmen.',
  'Frontrow cancelled your ticket, and your seat is available to someone else. You paid nothing for it.':
    'Frontrow hat dein Ticket storniert, und jemand anderes kann deinen Platz nehmen. Du hattest nichts dafür bezahlt.',
  'You received this email because you had a ticket on Frontrow.':
    'Du bekommst diese E-Mail, weil du bei Frontrow ein Ticket hattest.',
  'Coming up': 'Demnächst',
  'Your event is coming up': 'Dein Event steht bevor',
  'Starts soon': 'Beginnt gleich',
  'Your event starts soon': 'Dein Event beginnt gleich',
  'Live now': 'Jetzt live',
  'Your event is live': 'Dein Event ist live',
  'Watch now': 'Jetzt zuschauen',
  '{0} is live.': '{0} ist live.',
  Started: 'Begonnen',
  Starts: 'Beginn',
  Host: 'Host',
  'Turn off reminders': 'Erinnerungen ausschalten',
  'You received this reminder because you have a ticket for this event. If you turn reminders off, we’ll still email you about changes, cancellations and refunds.':
    'Du bekommst diese Erinnerung, weil du ein Ticket für dieses Event hast. Auch ohne Erinnerungen schreiben wir dir bei Änderungen, Absagen und Erstattungen.',
  With: 'Mit',
  'You received this email because you have a private meeting on Frontrow.':
    'Du bekommst diese E-Mail, weil du bei Frontrow ein privates Treffen hast.',
  'Your meeting with {0} is not paid yet': 'Dein Treffen mit {0} ist noch nicht bezahlt',
  'The meeting with {0} is not paid yet': 'Das Treffen mit {0} ist noch nicht bezahlt',
  'Your meeting with {0} starts in an hour': 'Dein Treffen mit {0} beginnt in einer Stunde',
  'Go to the room': 'Zum Raum',
  'Your meeting with {0} is tomorrow': 'Morgen triffst du {0}',
  'We’re holding the time for you. If the meeting isn’t paid by {0}, {1} can cancel it.':
    'Wir halten die Zeit für dich frei. Ist das Treffen bis {0} nicht bezahlt, kann {1} es absagen.',
  'We’re holding the time for {0}. If the meeting isn’t paid by {1}, you can cancel it.':
    'Wir halten die Zeit für {0} frei. Ist das Treffen bis {1} nicht bezahlt, kannst du es absagen.',
  'You transferred your ticket: {0}': 'Du hast dein Ticket weitergegeben: {0}',
  'Your ticket and its code no longer work.': 'Dein Ticket und sein Code gelten nicht mehr.',
  'Your ticket has a new holder': 'Dein Ticket gehört jetzt jemand anderem',
  'Your ticket and its code no longer work. We’ve emailed the new holder their own ticket. This can’t be undone.':
    'Dein Ticket und sein Code gelten nicht mehr. Die andere Person hat ihr eigenes Ticket per E-Mail bekommen. Das lässt sich nicht rückgängig machen.',
  'If the ticket is refunded, the buyer gets the refund and we’ll email you.':
    'Wird das Ticket erstattet, geht das Geld an die Person, die es gekauft hat, und wir schreiben dir.',
  'If this wasn’t you, change your password now and contact us.':
    'Warst du das nicht, ändere jetzt dein Passwort und schreib uns.',
  'You received this email because a Frontrow ticket was transferred from this email address.':
    'Du bekommst diese E-Mail, weil ein Frontrow-Ticket von dieser E-Mail-Adresse weitergegeben wurde.',
  'Your free ticket was cancelled: {0}': 'Dein kostenloses Ticket wurde storniert: {0}',
  'It could not be moved to your account.': 'Es ließ sich nicht in dein Konto übernehmen.',
  'Your free ticket was cancelled': 'Dein kostenloses Ticket wurde storniert',
  'You got this ticket with your other account while we were merging it into this one, so the ticket could not be moved. Its seat is available again.':
    'Du hast dieses Ticket mit deinem anderen Konto bekommen, während wir es mit diesem zusammengeführt haben, deshalb ließ es sich nicht übernehmen. Der Platz ist wieder frei.',
  'You received this email because a Frontrow ticket was booked with this email address.':
    'Du bekommst diese E-Mail, weil mit dieser E-Mail-Adresse ein Frontrow-Ticket gebucht wurde.',
  'Your ticket was withdrawn: {0}': 'Dein Ticket wurde zurückgezogen: {0}',
  '{0} withdrew your complimentary ticket.': '{0} hat deine Freikarte zurückgezogen.',
  'Your ticket was withdrawn': 'Dein Ticket wurde zurückgezogen',
  '{0} withdrew your complimentary ticket for this event. It is no longer valid for entry.':
    '{0} hat deine Freikarte für dieses Event zurückgezogen. Du kommst damit nicht mehr hinein.',
  'You received this email because a host gave you a ticket on Frontrow.':
    'Du bekommst diese E-Mail, weil dir ein Host bei Frontrow ein Ticket geschenkt hat.',
  'You’re a guest speaker': 'Du bist Gastsprecher',
  '{0} invited you as a guest speaker.': '{0} hat dich als Gastsprecher eingeladen.',
  '{0} invited you to this event as a guest speaker, {1}.':
    '{0} hat dich zu diesem Event als Gastsprecher eingeladen, {1}.',
  'You go on stage without raising a hand. Your camera and microphone stay off until you turn them on.':
    'Du kommst auf die Bühne, ohne die Hand zu heben. Kamera und Mikrofon bleiben aus, bis du sie einschaltest.',
  'You’re a co-host': 'Du bist Co-Host',
  '{0} invited you as a co-host.': '{0} hat dich als Co-Host eingeladen.',
  '{0} invited you to this event as a co-host, {1}.': '{0} hat dich zu diesem Event als Co-Host eingeladen, {1}.',
  'You run the room with the host: hands, chat, questions and polls. You can also go on stage.':
    'Du leitest den Raum mit dem Host: Hände, Chat, Fragen und Umfragen. Auf die Bühne kannst du auch.',
  'The room opens for you {0} minutes before the start, so that you can check camera and sound before the audience comes in.':
    'Der Raum öffnet für dich {0} Minuten vor Beginn, damit du Kamera und Ton prüfen kannst, bevor das Publikum kommt.',
  'You received this email because a host invited you to speak at an event on Frontrow.':
    'Du bekommst diese E-Mail, weil dich ein Host eingeladen hat, bei einem Event auf Frontrow mitzuwirken.',
  'Your ticket: {0}': 'Dein Ticket: {0}',
  'Watch it whenever you like.': 'Sieh sie dir an, wann immer du möchtest.',
  'Your replay is ready': 'Deine Aufzeichnung ist bereit',
  'You’re in!': 'Du bist dabei!',
  'This ticket was transferred to you. Only you can use it now.':
    'Dieses Ticket wurde an dich weitergegeben. Jetzt gilt es nur noch für dich.',
  '{0} invited you with a complimentary ticket.': '{0} hat dich mit einer Freikarte eingeladen.',
  'This link is only for you and works once, even if you’re logged out. You can request a new one from the same page.':
    'Dieser Link ist nur für dich und gilt einmal, auch wenn du abgemeldet bist. Einen neuen kannst du auf derselben Seite anfordern.',
  'Your ticket code. Open the link in this email when doors open.':
    'Dein Ticketcode. Öffne den Link in dieser E-Mail, sobald der Einlass beginnt.',
  'Get your receipt': 'Rechnung holen',
  'Open the ticket': 'Ticket öffnen',
  'Watch the replay': 'Aufzeichnung ansehen',
  'Join the event': 'Zum Event',
  'You can get a full refund within 14 days, as long as you’ve watched less than 10% of the replay.':
    'Du bekommst innerhalb von 14 Tagen den vollen Betrag zurück, solange du weniger als 10 % der Aufzeichnung gesehen hast.',
  'You can get a full refund if the host cancels, is more than 10 minutes late, or doesn’t show up.':
    'Du bekommst den vollen Betrag zurück, wenn der Host absagt, mehr als 10 Minuten zu spät ist oder nicht erscheint.',
  'You received this email because {0} gave you a ticket on Frontrow.':
    'Du bekommst diese E-Mail, weil {0} dir bei Frontrow ein Ticket geschenkt hat.',
  Seat: 'Platz',
  Free: 'Kostenlos',
  'Sold out': 'Ausverkauft',
  '{0} of {1} seat left': '{0} von {1} Platz frei',
  '{0} of {1} seats left': '{0} von {1} Plätzen frei',
  'This event was cancelled.': 'Dieses Event wurde abgesagt.',
  'This event has finished.': 'Dieses Event ist vorbei.',
  'Tickets are not on sale.': 'Tickets sind nicht im Verkauf.',
  'Tickets go on sale {0}': 'Der Ticketverkauf beginnt am {0}',
  'Token holders': 'Für Token-Inhaber',
  'View event': 'Event ansehen',
  'Join the waitlist': 'Auf die Warteliste',
  'Get your seat': 'Platz sichern',
  'Buy ticket': 'Ticket kaufen',
  'Unlisted event': 'Nicht gelistetes Event',
  'Event not found': 'Event nicht gefunden',
  'Sorry, we could not find that event.': 'Dieses Event haben wir nicht gefunden.',
} satisfies Sentences;
