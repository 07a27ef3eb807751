import { seconds } from '@frontrow/core/kernel/instant.ts';
import nodemailer from 'nodemailer';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Mail } from '../../../ports/mail.ts';
import { createBreaker } from '../../breaker.ts';
import { claimMail, letMailGo, markMailSent } from './sent-mails.ts';

const connectionsMax = 5;
const answerMsMax = seconds(20);
/** After a mail that was not taken in time the next ones wait in the outbox for this long, not one by one for an answer. */
const leftAloneMs = seconds(30);
/** Of these alone one takes long to hear: who is refused is told at once. */
const isOutage = (error: unknown): boolean => ['ETIMEDOUT', 'EDNS'].includes((error as { code?: string }).code ?? '');

/** It refused this mail or whom it is for: it is there. */
const isAnswer = (error: unknown): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes((error as { code?: string }).code ?? '');

export interface SmtpMailOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** `Frontrow <hello@frontrow.live>`. */
  readonly from: string;
  readonly db: Db;
  readonly clock: Clock;
  /** The server is given this long for each of its answers. */
  readonly answerMs?: number;
}

/** Mail over SMTP. What was sent is remembered in the database, so a fact handled twice, even by two processes, mails once. */
export function createSmtpMail({
  url,
  from,
  db,
  clock,
  answerMs = answerMsMax,
}: SmtpMailOptions): Mail & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    // Nothing of a mail may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const breaker = createBreaker({ clock, isOutage, failuresMax: 1, openForMs: leftAloneMs });
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

  let isThere = true;

  return {
    state: () => (isThere ? 'ready' : 'down'),
    async send(message) {
      if (!(await claimMail(db, message.dedupeKey))) return;
      try {
        const taken = await breaker.run(() =>
          transport.sendMail({
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
          }),
        );
        if (!taken) throw new Error('the mail server does not answer');
        isThere = true;
      } catch (error) {
        isThere = isAnswer(error);
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
