import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { measureDeliveries, messagesPerSecond } from '../broadcast/sockets.ts';
import { textOf } from '../broadcast/listener.ts';
import { print } from '../report.ts';

export interface ChatProfile {
  readonly sockets: number;
  readonly steadyMs: number;
}

interface Bare {
  /** Microseconds of the server's processor for one delivery. */
  readonly micros: number;
  readonly missing: number;
}

/** The same number of sockets and messages through a server that only broadcasts. */
async function measureBare({ sockets, steadyMs }: ChatProfile): Promise<Bare> {
  const child = fork(new URL('bare-ws.ts', import.meta.url));
  const ask = async <A>(order: object | null): Promise<A> => {
    const answer = once(child, 'message');
    if (order) child.send(order);
    return (await answer)[0] as A;
  };
  const clients: WebSocket[] = [];
  try {
    const { port } = await ask<{ port: number }>(null);
    let received = 0;
    for (let nth = 0; nth < sockets; nth++) {
      const client = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
      client.on('message', () => (received += 1));
      await once(client, 'open');
      clients.push(client);
    }
    const { cpu: before } = await ask<{ cpu: number }>({});
    const messages = Math.round((steadyMs / 1000) * messagesPerSecond);
    for (let nth = 0; nth < messages; nth++) {
      // About as long as what the product sends for one message.
      child.send({ text: JSON.stringify({ message: textOf(nth), filler: 'x'.repeat(300) }) });
      await pause(1000 / messagesPerSecond);
    }
    await pause(1_000);
    const { cpu } = await ask<{ cpu: number }>({});
    return { micros: (cpu - before) / (messages * sockets), missing: messages * sockets - received };
  } finally {
    for (const client of clients) client.terminate();
    child.kill('SIGKILL');
  }
}

/** What one delivery of a chat message costs, in turn with a bare broadcast. True when both are exact. */
export async function measureChat(profile: ChatProfile): Promise<boolean> {
  const bare = await measureBare(profile);
  const ours = await measureDeliveries({ ...profile, dropMs: 0 });
  const isExact = ours.isExact && bare.missing === 0;
  print(`room: chat to ${profile.sockets} sockets, ${messagesPerSecond} messages a second`, [
    ['missing, more than once', `${ours.missing}, ${ours.twice}; bare ${bare.missing}`],
    ['from sending to arrival, p99', `${ours.p99} ms (goal ≤ 200)`],
    ['a delivery, ours', `${ours.micros.toFixed(1)} µs of a core`],
    ['a delivery, bare ws', `${bare.micros.toFixed(1)} µs of a core`],
    ['ratio', (ours.micros / bare.micros).toFixed(1)],
  ]);
  return isExact && ours.p99 <= 200;
}
