import type en from '../en/rally.ts';
import type { Translated } from '../translated.ts';

export default {
  blocked: 'Bitte erlaube Pop-ups für diese Website',
  failed: 'Da ist etwas schiefgegangen',
  getTicket: 'Ticket holen',
  anyOf: 'Du brauchst eines davon: {{tokens}}.',
  howChecked:
    'Das sind digitale Token in einer Krypto-Wallet. Du verbindest deine, und wir prüfen, ob eines darin ist. Das kostet nichts.',
  title: 'Dein Ticket',
  why: 'Melde dich in einem kleinen Fenster mit deiner Wallet an. Wir prüfen nur, was darin ist; übertragen wird nichts.',
  waiting: 'Melde dich im neuen Fenster mit deiner Wallet an. Diese Seite geht dann automatisch weiter.',
  closed: 'Das Fenster wurde geschlossen. Öffne es noch einmal, um dich mit deiner Wallet anzumelden.',
  claiming: 'Deine Wallet wird geprüft …',
  open: 'Fenster öffnen',
  openAgain: 'Fenster noch einmal öffnen',
  signInAgain: 'Noch einmal anmelden',
  again: 'Noch einmal versuchen',
  back: 'Zurück zum Event',
  tooLong: 'Das hat zu lange gedauert. Bitte hol dir dein Ticket noch einmal.',
  ways: {
    text: 'Wie möchtest du deine Token nachweisen?',
    wallet: 'Meine Wallet',
    provider: 'Wallet-Anbieter',
  },
  wallet: {
    statement: 'Ein Ticket bei Frontrow abholen. Das kostet nichts und bewegt nichts.',
    choose:
      'Wähle deine Wallet. Sie bittet dich, eine Nachricht zu signieren. Das ist kostenlos, und übertragen wird nichts.',
    none: 'Wir finden in diesem Browser keine Wallet. Installiere eine oder öffne diese Seite im Browser deiner Wallet.',
    device: 'Wallet auf einem anderen Gerät',
    deviceFailed: 'Wir konnten dein anderes Gerät nicht verbinden. Versuche es noch einmal.',
    scan: 'Scanne diesen Code mit der Wallet auf deinem anderen Gerät.',
    connecting: 'Erlaube die Verbindung in {{wallet}} …',
    signing: 'Signiere die Nachricht in {{wallet}} …',
    another: 'Andere Wallet wählen',
    declined: 'Du hast die Anfrage in deiner Wallet abgelehnt.',
    busy: 'Deine Wallet hat schon eine offene Anfrage. Beantworte sie und versuche es noch einmal.',
    noAccount: 'Deine Wallet hat kein Konto freigegeben. Entsperre sie und versuche es noch einmal.',
    failed: 'Deine Wallet hat die Nachricht nicht signiert.',
  },
  done: {
    title: 'Sieh in deinem Posteingang nach',
    text: 'Du hast ein Ticket. Wir haben einen Link zum Eintreten an {{email}} geschickt.',
    ok: 'Alles klar',
  },
  join: 'Auf die Warteliste',
  take: 'Diesen Platz nehmen',
  waits: {
    title: 'Ausverkauft: Du stehst auf der Warteliste',
    text: 'Du bist Nummer {{position}} auf der Warteliste. Wird ein Platz frei, schreiben wir dir und halten ihn für dich frei.',
  },
  tab: 'Wallet',
  moment: 'Einen Moment …',
  closeIt: 'Du kannst dieses Fenster schließen.',
  noCode:
    'Dein Wallet-Anbieter hat keinen Code geschickt, deshalb hast du noch kein Ticket. Öffne das Event und versuche es noch einmal.',
} satisfies Translated<typeof en>;
