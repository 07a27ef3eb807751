import nodemailer from 'nodemailer';
import type { Db } from '../../../db/db.ts';
import type { Mail } from '../../../ports/mail.ts';
import { claimMail, letMailGo, markMailSent } from './sent-mails.ts';

const connectionsMax = 5;
const answerMsMax = 20_000;

export interface SmtpMailOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** `Frontrow <hello@frontrow.live>`. */
  readonly from: string;
  readonly db: Db;
}

/** Mail over SMTP. What was sent is remembered in the database, so a fact handled twice, even by two processes, mails once. */
export function createSmtpMail({ url, from, db }: SmtpMailOptions): Mail & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: answerMsMax,
    greetingTimeout: answerMsMax,
    socketTimeout: answerMsMax,
    // Nothing of a mail may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

  return {
    async send(message) {
      if (!(await claimMail(db, message.dedupeKey))) return;
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: message.to },
          subject: message.subject,
          html: message.html,
          text: message.text,
          messageId: messageId(message.dedupeKey, domain),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(message.unsubscribeUrl && {
              'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          attachments: (message.attachments ?? []).map(({ filename, content, contentType, inlineId }) => ({
            filename,
            content: typeof content === 'string' ? content : Buffer.from(content),
            contentType,
            ...(inlineId && { cid: inlineId, contentDisposition: 'inline' as const }),
          })),
        });
      } catch (error) {
        await letMailGo(db, message.dedupeKey);
        throw error;
      }
      await markMailSent(db, message.dedupeKey);
    },
    close: () => transport.close(),
  };
}

/** Letters that RFC 5322 does not take in a Message-ID become hyphenated hex, so that different keys stay different. */
export function messageId(dedupeKey: string, domain: string): string {
  const local = dedupeKey.replace(/[^A-Za-z0-9._-]/gu, (letter) => `-${letter.codePointAt(0)!.toString(16)}-`);
  return `<${local}@${domain}>`;
}
