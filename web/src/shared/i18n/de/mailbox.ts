import type en from '../en/mailbox.ts';
import type { Translated } from '../translated.ts';

export default {
  title: 'Test-Postfach',
  lead: 'E-Mails, die dieser Server verschickt hätte. Die Links funktionieren.',
  to: 'Nur E-Mails an',
  list: 'E-Mails, neueste zuerst',
  links: 'Links in dieser E-Mail',
  attachments: 'Anhänge',
  sentTo: 'An {{to}}',
  mailOf: 'E-Mail: {{subject}}',
  empty: 'Noch keine E-Mails',
  emptyText: 'Kauf ein Ticket oder registriere dich, dann erscheint die E-Mail hier.',
  off: 'Das Test-Postfach ist aus',
  offText: 'Dieser Server verschickt echte E-Mails.',
} satisfies Translated<typeof en>;
