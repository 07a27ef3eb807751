import type en from '../en/away.ts';
import type { Translated } from '../translated.ts';

export default {
  movedTitle: 'Du bist jetzt auf einem anderen Gerät im Raum',
  movedText: 'Du kannst nur auf einem Gerät zur selben Zeit im Raum sein.',
  movedTabTitle: 'Du bist jetzt in einem anderen Tab im Raum',
  movedTab:
    'Der Raum geht in einem anderen Tab oder Fenster dieses Browsers weiter. Du kannst nur einmal im Raum sein.',
  movedOn:
    'Der Raum geht in {{browser}} unter {{system}} weiter. Du kannst nur auf einem Gerät zur selben Zeit im Raum sein.',
  askedTitle: 'Du bist schon in diesem Raum',
  askedText:
    'Du bist in einem anderen Tab oder auf einem anderen Gerät eingetreten. Wenn du hier weitermachst, schließt sich der Raum dort.',
  moveHere: 'Hier weitermachen',
  removedTitle: 'Du wurdest aus diesem Event entfernt.',
  removedText: 'Dein Ticket behältst du. Wenn du wieder hereingelassen wirst, kannst du wieder eintreten.',
  tryAgain: 'Wieder eintreten',
  fullTitle: 'Der Raum ist voll',
  fullText:
    'Im Moment haben mehr Personen ein Ticket, als in den Raum passen. Versuche es gleich noch einmal oder lass dir den vollen Betrag erstatten.',
  refund: '{{total}} zurückverlangen',
  giveUpSeat: 'Platz aufgeben',
  refunded: 'Wir erstatten {{total}} samt Gebühren auf deinem Zahlungsweg.',
  refundedToBuyer: 'Wir erstatten den Betrag samt Gebühren der Person, die dieses Ticket bezahlt hat.',
  seatGivenUp: 'Du hast deinen Platz aufgegeben.',
  outTitle: 'Du hast den Raum verlassen',
  outText: 'Mit deinem Ticket kommst du nicht mehr in diesen Raum.',
  finishedTitle: 'Das war’s',
  takenDownTitle: 'Frontrow hat dieses Event entfernt',
  takenDownText: 'Wenn du für ein Ticket bezahlt hast, bekommst du den vollen Betrag zurück.',
  toEvent: 'Zurück zum Event',
  entering: 'Du trittst ein …',
} satisfies Translated<typeof en>;
