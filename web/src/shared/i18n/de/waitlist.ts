import type en from '../en/waitlist.ts';
import type { Translated } from '../translated.ts';

export default {
  join: 'Auf die Warteliste',
  why: 'Wird ein Platz frei, schreiben wir dir und halten ihn 15 Minuten für dich frei.',
  title: 'Warteliste',
  place: 'Du bist Nummer {{position}} von {{size}} auf der Warteliste.',
  next: 'Du bist als Nächstes dran.',
  mailed: 'Deinen Platz auf der Liste haben wir dir auch per E-Mail geschickt.',
  leave: 'Warteliste verlassen',
  offer: 'Ein Platz ist frei für dich',
  offerUntil: 'Wir halten ihn bis {{time}} frei. Danach bieten wir ihn der nächsten Person an.',
  held: 'Ein Platz ist für dich reserviert',
  heldUntil: 'Schließe den Kauf bis {{time}} ab, damit du den Platz behältst.',
  giveUp: 'Ablehnen und Platz freigeben',
  left: 'Du hast die Warteliste verlassen.',
  email: 'E-Mail-Adresse',
  emailHelp: 'Wir schreiben dir nur zu deinem Platz auf der Liste und zu frei werdenden Plätzen.',
  emailMissing: 'Bitte gib deine E-Mail-Adresse ein',
  emailWrong: 'Gib eine gültige E-Mail-Adresse ein, etwa du@beispiel.de.',
  login: 'Stattdessen anmelden',
  mine: 'Wartelisten',
  take: 'Diesen Platz nehmen',
} satisfies Translated<typeof en>;
