import type en from '../en/captions.ts';
import type { Translated } from '../translated.ts';

export default {
  label: 'Untertitel',
  button: 'Untertitel',
  hide: 'Einstellungen ausblenden',
  size: {
    label: 'Größe der Untertitel',
    off: 'Aus',
    small: 'Klein',
    medium: 'Mittel',
    large: 'Groß',
  },
  speaker: {
    title: 'Untertitel für das, was du sagst',
    text: 'Das Publikum liest mit, während du sprichst, und der Host behält den Text als Mitschrift. Wähle, wo dein Ton in Text umgewandelt wird:',
    running: 'Was du sagst, wird untertitelt.',
    muted: 'Schalte dein Mikrofon ein, um untertitelt zu werden.',
    stop: 'Meine Untertitel beenden',
  },
  sources: {
    device: 'Auf diesem Gerät',
    deviceText: 'Dein Ton bleibt in diesem Browser.',
    server: 'Auf {{server}}',
    serverText: 'Dein Ton geht an {{server}}, den Transkriptionsserver dieser Seite.',
    serverNone: 'Auf dem Server dieser Seite',
    cloud: 'Mit dem Sprachdienst deines Browsers',
    cloudText: 'Dein Ton geht an die Firma, von der dein Browser stammt.',
  },
  troubles: {
    noRecognizer: 'Dieser Browser hat keine Spracherkennung. Nimm Chrome, Edge oder Safari.',
    noDeviceModel: 'Dieser Browser kann deine Sprache nicht erkennen, ohne den Ton zu versenden.',
    noServer: 'Diese Seite hat keinen Transkriptionsserver.',
  },
  ended: {
    denied: 'Dein Browser erlaubt keine Spracherkennung. Erlaube sie für diese Seite und versuche es noch einmal.',
    language: 'Dein Browser kann deine Sprache nicht erkennen. Wähle einen anderen Weg.',
    failed: 'Die Spracherkennung ist ausgefallen. Versuche es noch einmal oder wähle einen anderen Weg.',
  },
} satisfies Translated<typeof en>;
