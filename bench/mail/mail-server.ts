import { once } from 'node:events';
import nodemailer from 'nodemailer';
import { type RunningServer, startServer } from '../read/product.ts';

export interface Arrived {
  readonly bytes: number;
  /** Epoch milliseconds of the last mail. */
  readonly at: number;
}

export interface MailServer {
  readonly url: string;
  /** Resolves when so many mails have come since the last call. */
  arrived(mails: number): Promise<Arrived>;
  stop(): void;
}

export async function startMailServer(): Promise<MailServer> {
  const sink: RunningServer = await startServer('../mail/smtp-sink.ts', {});
  return {
    url: `smtp://127.0.0.1:${sink.port}`,
    async arrived(mails) {
      sink.child.send({ wanted: mails });
      const [arrived] = (await once(sink.child, 'message')) as [Arrived];
      return arrived;
    },
    stop: () => sink.stop(),
  };
}

/** Seconds that the mail library alone takes for as many finished mails of this size, over ten connections. */
export async function libraryAlone(server: MailServer, mails: number, mailBytes: number): Promise<number> {
  const transport = nodemailer.createTransport({ url: server.url, pool: true, maxConnections: 10 });
  const line = `${'x'.repeat(70)}\r\n`;
  const raw = `Subject: as long as a ticket's\r\n\r\n`.padEnd(mailBytes, line);
  const envelope = { from: 'a@bench.test', to: 'b@bench.test' };
  const began = Date.now();
  await Promise.all(Array.from({ length: mails }, () => transport.sendMail({ envelope, raw })));
  const { at } = await server.arrived(mails);
  transport.close();
  return (at - began) / 1000;
}
