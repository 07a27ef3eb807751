import type en from '../en/mailbox.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Buzón de desarrollo',
  lead: 'Correos que habría enviado este servidor. Los enlaces funcionan.',
  to: 'Solo correos para',
  list: 'Correos, los más recientes primero',
  links: 'Enlaces de este correo',
  attachments: 'Archivos adjuntos',
  sentTo: 'Para {{to}}',
  mailOf: 'Correo: {{subject}}',
  empty: 'Aún no hay correos',
  emptyText: 'Compra una entrada o regístrate, y el correo aparecerá aquí.',
  off: 'El buzón de desarrollo está desactivado',
  offText: 'Este servidor envía correos de verdad.',
} satisfies Translated<typeof en>;
