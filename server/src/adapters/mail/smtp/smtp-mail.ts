import { seconds } from '@frontrow/core/kernel/instant.ts';
import nodemailer from 'nodemailer';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Mail } from '../../../ports/mail.ts';
import { atMost } from '../../at-most.ts';
import { createBreaker } from '../../breaker.ts';
import { createSentMails, type SentMails } from './sent-mails.ts';
import { createMailWriter } from './write-mail.ts';

const connectionsMax = 10;
const answerMsMax = seconds(20);
/** After a mail that timed out the next ones fail at once for this long, and wait in the outbox. */
const leftAloneMs = seconds(30);
/** Only these take long: a refusal comes at once. */
const isOutage = (error: unknown): boolean => ['ETIMEDOUT', 'EDNS'].includes((error as { code?: string }).code ?? '');

/** The server answered: it refused this mail or its recipient. */
const isAnswer = (error: unknown): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes((error as { code?: string }).code ?? '');

export interface SmtpMailOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** `Frontrow <hello@frontrow.live>`. */
  readonly from: string;
  readonly db: Db;
  /** Which mails were sent; the database knows unless said otherwise. */
  readonly sent?: SentMails;
  readonly clock: Clock;
  /** The server is given this long for each of its answers. */
  readonly answerMs?: number;
}

/**
 * Mail over SMTP. The database knows which mails were sent, so a fact handled twice, also by two processes, mails
 * once.
 */
export function createSmtpMail({
  url,
  from,
  db,
  sent = createSentMails(db),
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
  });
  const write = createMailWriter(from);
  const breaker = createBreaker({ clock, isOutage, failuresMax: 1, openForMs: leftAloneMs });
  // Mails wait for a connection here. In the library's own queue they would still go to a server that hangs.
  const inTurn = atMost(connectionsMax);

  let isThere = true;

  return {
    state: () => (isThere ? 'ready' : 'down'),
    async send(message) {
      const written = await write(message);
      if (!(await sent.claim(message.dedupeKey))) return;
      try {
        const taken = await inTurn(() => breaker.run(() => transport.sendMail(written)));
        if (!taken) throw new Error('the mail server does not answer');
        isThere = true;
      } catch (error) {
        isThere = isAnswer(error);
        await sent.release(message.dedupeKey);
        throw error;
      }
      await sent.markSent(message.dedupeKey);
    },
    close: () => transport.close(),
  };
}
