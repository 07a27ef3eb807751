import type en from '../en/notifications.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Notificaciones',
  intro: 'Siempre te escribiremos sobre tus entradas, cambios, cancelaciones y reembolsos.',
  saved: 'Guardado.',
  email: {
    title: 'Correo',
    reminders: 'Recordatorios de eventos',
    remindersHelp: 'Un día y una hora antes, y cuando empieza el directo.',
  },
  push: {
    title: 'Notificaciones del navegador',
    on: 'Este navegador te avisa.',
    off: 'Este navegador no te avisa.',
    others_one: 'Recibes notificaciones en {{count}} navegador.',
    others_other: 'Recibes notificaciones en {{count}} navegadores.',
    turnOn: 'Activar en este navegador',
    turnOff: 'Desactivar en este navegador',
    denied:
      'Las notificaciones están bloqueadas para este sitio. Permítelas en los ajustes del sitio de tu navegador y recarga esta página.',
    unsupported:
      'Este navegador no admite notificaciones. En un iPhone o iPad, añade primero Frontrow a la pantalla de inicio.',
    failed: 'No hemos podido activar las notificaciones. Inténtalo de nuevo.',
    kinds: 'Avísame cuando',
  },
  kind: {
    starts_soon: 'Un evento empiece en 15 minutos',
    live_now: 'Un evento esté en directo',
    you_are_next: 'Me toque subir al escenario',
    seat_opened: 'Haya plaza para mí en una lista de espera',
    sold_out: 'Se agote mi evento',
    encoder_lost: 'Mi codificador deje de emitir en una retransmisión',
  },
  hint: {
    ticket: 'Recibe un aviso 15 minutos antes de este evento y cuando esté en directo.',
    waitlist: 'Recibe un aviso en cuanto quede una plaza libre.',
    hosting: 'Recibe un aviso cuando se agote un evento o tu codificador deje de emitir.',
    turnOn: 'Avisarme',
    settings: 'Ajustes',
    on: 'Las notificaciones están activadas en este navegador.',
  },
} satisfies Translated<typeof en>;
