import { seconds } from '@frontrow/core/kernel/instant.ts';
import nodemailer from 'nodemailer';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Mail } from '../../../ports/mail.ts';
import { atMost } from '../../at-most.ts';
import { createBreaker } from '../../breaker.ts';
import { createSentMails } from './sent-mails.ts';
import { createMailWriter } from './write-mail.ts';

const connectionsMax = 10;
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
  });
  const write = createMailWriter(from);
  const breaker = createBreaker({ clock, isOutage, failuresMax: 1, openForMs: leftAloneMs });
  const sent = createSentMails(db);
  // What waits for a connection waits here: in the library's own queue it would still be sent to a server that hangs.
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
