import type { Config } from '../../process/config.ts';
import { demoMailDomain, type Mail } from '../../ports/mail.ts';
import type { AdapterNeeds } from '../choose-adapters.ts';
import { createMailboxMail } from './mailbox/mailbox-mail.ts';
import { createSmtpMail } from './smtp/smtp-mail.ts';
import { withoutUndeliverable } from './undeliverable.ts';
import { createUnsetMail } from './unset/unset-mail.ts';

type MailNeeds = Pick<AdapterNeeds, 'config' | 'db' | 'clock' | 'log'>;

/** SMTP where it is set, else the dev mailbox, never in production. */
export function chooseMail({ config, db, clock, log }: MailNeeds): Mail {
  const { smtpUrl: url, mailFrom: from, mailBounceAddress: bounceAddress } = config;
  if (url) {
    const requireTls = config.smtpTls && config.smtpTls === 'required';
    const smtp = createSmtpMail({ url, from, bounceAddress, requireTls, db, clock });
    return withoutUndeliverable(withoutDemo(smtp), db);
  }
  return config.production ? createUnsetMail(log) : withoutUndeliverable(createMailboxMail(db), db);
}

/** Demo accounts read nothing, and a real server would hand back an error for every email to them. */
const withoutDemo = (mail: Mail): Mail => ({
  ...mail,
  async send(message) {
    if (!message.to.toLowerCase().endsWith(`@${demoMailDomain}`)) await mail.send(message);
  },
});

/** True where mails can be read at `/dev/mailbox`. */
export const hasDevMailbox = (config: Config): boolean => !config.production && !config.smtpUrl;
