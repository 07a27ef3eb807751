import pg from 'pg';
import type { Logger } from '../ports/log.ts';
import type { Db } from './db.ts';

/** Short messages between the processes of one installation, through PostgreSQL. A lost one may only cost time. */
export interface Announcements {
  /** Tells the other processes soon; never waits, never throws. Call it after the commit. */
  announce(message: string): void;
  /** Listens on a dedicated connection. `onGap`: messages may have been missed while it was lost. */
  listen(onMessage: (message: string) => void, onGap: () => void): void;
  stop(): Promise<void>;
}

const retryMs = 1000;
/** A connection whose other end is gone without a word says nothing for ever: it is asked. */
const askEveryMs = 5_000;
const answerWithinMs = 4_000;
/** Of one statement. What one turn of the event loop announces may be more. */
const statementMessagesMax = 500;

export function createAnnouncements(db: Db, channel: string, sender: string, log: Logger): Announcements {
  let waiting = new Set<string>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Statements of one turn end before those of the next begin, so that messages are heard in their order. */
  let sending: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const messages = [...waiting].map((message) => `${sender} ${message}`);
    waiting = new Set();
    // One after the other: they are heard in the order in which they were announced.
    for (let at = 0; at < messages.length && !stopped; at += statementMessagesMax)
      await db
        .query('SELECT pg_notify($1, m) FROM unnest($2::text[]) AS m', [
          channel,
          messages.slice(at, at + statementMessagesMax),
        ])
        .catch((error: unknown) => log.debug({ error: String(error) }, 'not announced'));
  };

  const connect = async (onMessage: (message: string) => void, onGap: () => void): Promise<void> => {
    const next = db.ownConnection();
    let asking: NodeJS.Timeout | undefined;
    let late: NodeJS.Timeout | undefined;
    const again = (): void => {
      clearInterval(asking);
      clearTimeout(late);
      if (stopped || client !== next) return;
      client = undefined;
      next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(onMessage, onGap), retryMs);
    };
    client = next;
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ');
      // This process acted on its own messages before it sent them.
      if (payload.slice(0, space) !== sender) onMessage(payload.slice(space + 1));
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onGap();
      asking = setInterval(() => {
        late = setTimeout(again, answerWithinMs);
        next.query('SELECT 1').then(() => clearTimeout(late), again);
      }, askEveryMs);
      asking.unref();
    } catch {
      again();
    }
  };

  return {
    announce(message) {
      if (waiting.size === 0) setImmediate(() => void (sending = sending.then(flush)));
      waiting.add(message);
    },
    listen: (onMessage, onGap) => void connect(onMessage, onGap),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
