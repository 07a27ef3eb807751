import type en from '../en/rally.ts';
import type { Translated } from '../translated.ts';

export default {
  blocked: 'Permite las ventanas emergentes en este sitio',
  failed: 'Algo ha fallado',
  getTicket: 'Conseguir entrada',
  anyOf: 'Necesitas uno cualquiera de estos: {{tokens}}.',
  howChecked:
    'Son tokens digitales que se guardan en un monedero cripto. Conectas el tuyo y comprobamos que tiene uno. No cuesta nada.',
  title: 'Consigue tu entrada',
  why: 'Inicia sesión con tu monedero en una ventana pequeña. Solo comprobamos lo que contiene; no se transfiere nada.',
  waiting: 'Inicia sesión con tu monedero en la ventana nueva. Esta página continuará automáticamente.',
  closed: 'La ventana se cerró. Ábrela otra vez para iniciar sesión con tu monedero.',
  claiming: 'Comprobando tu monedero…',
  open: 'Abrir la ventana',
  openAgain: 'Volver a abrir la ventana',
  signInAgain: 'Iniciar sesión otra vez',
  again: 'Reintentar',
  back: 'Volver al evento',
  tooLong: 'Ha pasado demasiado tiempo. Consigue tu entrada de nuevo.',
  ways: {
    text: '¿Cómo quieres verificar tus tokens?',
    wallet: 'Mi monedero',
    provider: 'Proveedor del monedero',
  },
  wallet: {
    statement: 'Consigue una entrada en Frontrow. No cuesta nada ni mueve nada.',
    choose: 'Elige tu monedero. Te pedirá firmar un mensaje. Es gratis y no se transfiere nada.',
    none: 'No encontramos ningún monedero en este navegador. Instala uno o abre esta página en el navegador de tu monedero.',
    device: 'Monedero en otro dispositivo',
    deviceFailed: 'No hemos podido conectar con tu otro dispositivo. Inténtalo de nuevo.',
    scan: 'Escanea este código con el monedero de tu otro dispositivo.',
    connecting: 'Aprueba la conexión en {{wallet}}…',
    signing: 'Firma el mensaje en {{wallet}}…',
    another: 'Elegir otro monedero',
    declined: 'Has rechazado la solicitud en tu monedero.',
    busy: 'Tu monedero ya tiene una solicitud abierta. Respóndela e inténtalo de nuevo.',
    noAccount: 'Tu monedero no ha compartido ninguna cuenta. Desbloquéalo e inténtalo de nuevo.',
    failed: 'Tu monedero no ha firmado el mensaje.',
  },
  done: {
    title: 'Revisa tu bandeja de entrada',
    text: 'Tienes una entrada. Hemos enviado un enlace mágico a {{email}}. Úsalo para entrar al evento.',
    ok: 'Entendido',
  },
  join: 'Unirme a la lista de espera',
  take: 'Conseguir esta plaza',
  waits: {
    title: 'Agotado: estás en la lista de espera',
    text: 'Eres el número {{position}} de la lista de espera. Si queda una plaza libre, te escribiremos y te la reservaremos.',
  },
  tab: 'Monedero',
  moment: 'Un momento…',
  closeIt: 'Puedes cerrar esta ventana.',
  noCode:
    'El proveedor de tu monedero no ha enviado ningún código, así que aún no tienes entrada. Abre el evento e inténtalo de nuevo.',
} satisfies Translated<typeof en>;
