import type en from '../en/captions.ts';
import type { Translated } from '../translated.ts';

export default {
  label: 'Subtítulos',
  button: 'Subtítulos',
  hide: 'Ocultar ajustes de subtítulos',
  size: {
    label: 'Tamaño de los subtítulos',
    off: 'No',
    small: 'Pequeño',
    medium: 'Mediano',
    large: 'Grande',
  },
  speaker: {
    title: 'Subtitular lo que dices',
    text: 'El público lee tus palabras mientras hablas y quien organiza las conserva como transcripción. Elige dónde se convierte tu voz en texto:',
    running: 'Se está subtitulando lo que dices.',
    muted: 'Activa el micrófono para tener subtítulos.',
    stop: 'Parar mis subtítulos',
  },
  sources: {
    device: 'En este dispositivo',
    deviceText: 'Tu voz no sale de este navegador.',
    server: 'En {{server}}',
    serverText: 'Tu voz se envía a {{server}}, el servidor de transcripción de este sitio.',
    serverNone: 'En el servidor de este sitio',
    cloud: 'Con el servicio de voz de tu navegador',
    cloudText: 'Tu voz se envía a la empresa que hace tu navegador.',
  },
  troubles: {
    noRecognizer: 'Este navegador no tiene reconocimiento de voz. Usa Chrome, Edge o Safari.',
    noDeviceModel: 'Este navegador no puede reconocer tu idioma sin enviar tu voz fuera.',
    noServer: 'Este sitio no tiene servidor de transcripción.',
  },
  ended: {
    denied: 'Tu navegador no permite el reconocimiento de voz. Permítelo en este sitio e inténtalo de nuevo.',
    language: 'Tu navegador no puede reconocer tu idioma. Elige otra opción.',
    failed: 'El reconocimiento de voz ha dejado de funcionar. Inténtalo de nuevo o elige otra opción.',
  },
} satisfies Translated<typeof en>;
