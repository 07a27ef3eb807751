import type { Logger } from '../../../ports/log.ts';
import { type Mail, MailError } from '../../../ports/mail.ts';

/** Production without SMTP: mails wait in the outbox, so that nothing is lost until SMTP_URL is set. */
export function createUnsetMail(log: Logger): Mail {
  log.warn({}, 'SMTP_URL is not set: mails wait until it is');
  return {
    state: () => 'down',
    async send({ to }) {
      throw new MailError('settings', 'SMTP_URL is not set', to);
    },
  };
}
