import type { Config } from '../../process/config.ts';
import type { Mail } from '../../ports/mail.ts';
import type { AdapterNeeds } from '../choose-adapters.ts';
import { createMailboxMail } from './mailbox/mailbox-mail.ts';
import { createSmtpMail } from './smtp/smtp-mail.ts';
import { createUnsetMail } from './unset/unset-mail.ts';

type MailNeeds = Pick<AdapterNeeds, 'config' | 'db' | 'clock' | 'log'>;

/** SMTP where it is set, else the dev mailbox, never in production. */
export function chooseMail({ config, db, clock, log }: MailNeeds): Mail {
  if (config.smtpUrl) return createSmtpMail({ url: config.smtpUrl, from: config.mailFrom, db, clock });
  return config.production ? createUnsetMail(log) : createMailboxMail(db);
}

/** True where mails can be read at `/dev/mailbox`. */
export const hasDevMailbox = (config: Config): boolean => !config.production && !config.smtpUrl;
