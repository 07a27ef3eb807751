import { hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import nodemailer from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { ConcurrencyLimiter } from '../../../concurrency-limiter.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Mail, MailError } from '../../../ports/mail.ts';
import { createBreaker } from '../../breaker.ts';
import { isBrokenOff, isClosing, isTimeout, mailProblemOf } from './mail-problem.ts';
import { createSentMails, type SentMails } from './sent-mails.ts';
import { createMailWriter, type WrittenMail } from './write-mail.ts';

const beyondAscii = /[^\0-\x7f]/;
const needsSmtpUtf8 = (address: string): boolean => beyondAscii.test(address);

/**
 * Asks a server whether it takes addresses with letters beyond ASCII (RFC 6531). The library would send such an address
 * to a server that does not, which answers anything, or delivers it to a mailbox of another name.
 */
function offersSmtpUtf8(url: string, answerMs: number): Promise<boolean> {
  const options = parseConnectionUrl(url) as SMTPConnection.Options;
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
  return new Promise<boolean>((resolve, reject) => {
    connection.once('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      // The reply to EHLO: nothing was said since.
      resolve(/^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse)));
      connection.quit();
    });
  }).finally(() => connection.close());
}

const connectionsMax = 10;
const answerMsMax = seconds(20);
/** The server is left alone for this long after an outage, then twice as long, and so on. */
const outageWaitMs = seconds(30);
const outageWaitMsMax = minutes(10);
/** Providers lock accounts after a few logins with a wrong password. */
const settingsWaitMs = minutes(1);
const settingsWaitMsMax = hours(1);

const waitAfter = (times: number, error: unknown): number =>
  mailProblemOf(error) === 'settings'
    ? Math.min(settingsWaitMs * 2 ** (times - 1), settingsWaitMsMax)
    : Math.min(outageWaitMs * 2 ** (times - 1), outageWaitMsMax);

const isOurs = (error: unknown): boolean =>
  !(error instanceof MailError) && ['settings', 'outage'].includes(mailProblemOf(error));

export interface SmtpMailOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** `Frontrow <hello@frontrow.live>`. */
  readonly from: string;
  /** Bounces go here, with the recipient in the local part (VERP); undefined: to `from`. */
  readonly bounceAddress?: string | undefined;
  /** Whether a password may only be sent over TLS. Undefined: yes. */
  readonly requireTls?: boolean | undefined;
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
  bounceAddress,
  requireTls,
  db,
  sent = createSentMails(db),
  clock,
  answerMs = answerMsMax,
}: SmtpMailOptions): Mail & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    // The outbox retries, with longer waits.
    maxRequeues: 0,
    requireTLS: requireTls ?? sendsPasswordInClear(url),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
  const write = createMailWriter(from, bounceAddress);
  const breaker = createBreaker({ clock, isOutage: isOurs, failuresMax: 1, openForMs: waitAfter });
  // Mails wait for a connection here. In the library's own queue they would still go to a server that hangs.
  const limiter = new ConcurrencyLimiter({ runningMax: connectionsMax });
  let isThere = true;
  const oneFirst = createOneFirst();
  /**
   * Whether the server greets us and takes our log-in. The library reports a connection that ends during an email like
   * a server that is gone, and an email that the server always breaks off would be retried without end.
   */
  const answers = (): Promise<boolean> =>
    transport.verify().then(
      () => true,
      () => false,
    );
  const hand = async (written: WrittenMail): Promise<true> => {
    const { to } = written.envelope;
    if (needsSmtpUtf8(to) && !(await offersSmtpUtf8(url, answerMs)))
      throw new MailError(
        'address',
        'the mail server does not take addresses with letters beyond ASCII (SMTPUTF8)',
        to,
      );
    try {
      await transport.sendMail(written);
    } catch (error) {
      // A server that hangs is left alone first, so that other emails do not wait for it.
      if (!isBrokenOff(error) || isTimeout(error) || !(await answers())) throw error;
      throw new MailError('later', `the mail server broke off: ${(error as Error).message}`, to, error);
    }
    return true;
  };

  return {
    state: () => (isThere ? 'ready' : 'down'),
    async send(message) {
      const written = await write(message);
      if (!(await sent.claim(message.dedupeKey))) return;
      try {
        const taken = await oneFirst.run(() => limiter.run(() => breaker.run(() => hand(written))));
        if (!taken) throw new MailError('outage', 'the mail server does not answer', message.to);
        isThere = true;
        oneFirst.proven(true);
      } catch (error) {
        const problem = error instanceof MailError ? error.problem : mailProblemOf(error);
        isThere = !['settings', 'outage'].includes(problem);
        oneFirst.proven(isThere);
        await sent.release(message.dedupeKey);
        if (error instanceof MailError) throw error;
        // The server is left alone as in an outage, but an email that always ends so is not retried without end.
        const isThisEmail = (isTimeout(error) || isClosing(error)) && (await answers());
        throw new MailError(isThisEmail ? 'later' : problem, (error as Error).message, message.to, error);
      }
      await sent.markSent(message.dedupeKey);
    },
    close: () => transport.close(),
  };
}

function sendsPasswordInClear(url: string): boolean {
  const { protocol, password } = new URL(url);
  return protocol === 'smtp:' && password !== '';
}

/** One call at a time until the other side has answered one: ten connections would try a wrong password ten times. */
function createOneFirst() {
  let isProven = false;
  let underWay: Promise<unknown> | undefined;
  return {
    proven: (value: boolean): void => void (isProven = value),
    async run<T>(call: () => Promise<T>): Promise<T> {
      while (!isProven && underWay) await underWay.catch(() => undefined);
      if (isProven) return call();
      const first = call().finally(() => {
        if (underWay === first) underWay = undefined;
      });
      underWay = first;
      return first;
    },
  };
}
