import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { Logger } from '../../ports/log.ts';
import type { Mail } from '../../ports/mail.ts';
import { createMailboxMail } from './mailbox/mailbox-mail.ts';
import { createSmtpMail } from './smtp/smtp-mail.ts';
import { createUnsetMail } from './unset/unset-mail.ts';

/** SMTP where it is set, else the dev mailbox, never in production. */
export function chooseMail({ config, db, log }: { config: Config; db: Db; log: Logger }): Mail {
  if (config.smtpUrl) return createSmtpMail({ url: config.smtpUrl, from: config.mailFrom, db });
  return config.production ? createUnsetMail(log) : createMailboxMail(db);
}

/** True where mails can be read at `/dev/mailbox`. */
export const hasDevMailbox = (config: Config): boolean => !config.production && !config.smtpUrl;
