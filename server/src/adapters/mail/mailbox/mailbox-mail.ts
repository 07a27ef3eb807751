import type { Db } from '../../../db/db.ts';
import { type Mail, MailError } from '../../../ports/mail.ts';

/** Older mails are dropped: it is a mailbox for trying things out. */
export const mailboxMailsMax = 500;

/** Every address of this domain is refused, so that a dead address can be tried out. */
export const refusedMailDomain = 'no-such-mailbox.test';

/** Mail of an installation without SMTP: kept in the database and shown at `/dev/mailbox`. Development only. */
export function createMailboxMail(db: Db): Mail {
  return {
    state: () => 'ready',
    async send(message) {
      if (message.to.toLowerCase().endsWith(`@${refusedMailDomain}`))
        throw new MailError('address', '550 5.1.1 there is no such mailbox', message.to);
      const attachments = (message.attachments ?? []).map(({ filename, content, contentType, inlineId }) => ({
        filename,
        contentType,
        inlineId: inlineId ?? null,
        base64: Buffer.from(content).toString('base64'),
      }));
      const kept = await db.one(
        `INSERT INTO dev_mailbox (dedupe_key, to_address, subject, html, text, attachments)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
        [message.dedupeKey, message.to, message.subject, message.html, message.text, JSON.stringify(attachments)],
      );
      if (kept)
        await db.query(
          `DELETE FROM dev_mailbox WHERE id IN (
             SELECT id FROM dev_mailbox WHERE id <= (SELECT max(id) FROM dev_mailbox) - $1 FOR UPDATE SKIP LOCKED)`,
          [mailboxMailsMax],
        );
    },
  };
}
