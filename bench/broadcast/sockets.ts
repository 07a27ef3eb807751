import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import type { RunningServer } from '../read/product.ts';
import { print } from '../report.ts';
import { textOf } from './listener.ts';
import type { Counted, Order } from './listeners.ts';
import { onNewProduct } from '../new-product.ts';
import { seedCrowd } from './room.ts';

/** Goals. */
const p99MsMax = 500;
const kibibytesPerSocketMax = 30;

const processes = 2;
export const messagesPerSecond = 5;
/** Each may write twenty messages in half a minute. */
export const writers = 25;
/** What a push may take to arrive before it counts as lost. */
const arriveWithinMs = 8_000;
const restMs = 4_000;

export interface SocketsProfile {
  readonly sockets: number;
  readonly steadyMs: number;
  readonly dropMs: number;
}

const residentKibibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** One process of listeners; each order is answered when it was done. */
export function startListeners(): { child: ChildProcess; tell<A>(order: Order): Promise<A> } {
  const child = fork(new URL('listeners.ts', import.meta.url));
  return {
    child,
    tell: <A>(order: Order) =>
      new Promise<A>((resolve, reject) => {
        child.once('message', (answer) => resolve(answer as A));
        child.once('exit', (code) => reject(new Error(`listeners ended with ${code}`)));
        child.send(order);
      }),
  };
}

/** Writes messages at a steady rate until it is stopped; answers the numbers of those that were taken. */
export function startWriting(port: number, eventUuid: string, tokens: readonly string[]) {
  const taken: number[] = [];
  const refused: string[] = [];
  let nth = 0;
  const open = new Set<Promise<void>>();
  const write = async (number: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/events/streaming/messages_new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [accessTokenHeader]: tokens[number % tokens.length]! },
      body: JSON.stringify({ event_uuid: eventUuid, message: textOf(number) }),
    });
    if (answer.status === 200) taken.push(number);
    else refused.push(`${answer.status} ${await answer.text()}`);
  };
  const timer = setInterval(() => {
    nth += 1;
    const one = write(nth).catch((error: unknown) => void refused.push(String(error)));
    open.add(one);
    void one.then(() => open.delete(one));
  }, 1000 / messagesPerSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      return { taken, refused };
    },
  };
}

export function percentileOf(histogram: readonly number[], percent: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return histogram.findIndex((count) => (seen += count) >= (total * percent) / 100 && total > 0);
}

interface Measured extends Counted {
  readonly sent: number;
  readonly refused: readonly string[];
  readonly connectSeconds: number;
  readonly backSeconds: number;
  readonly perSocket: number;
  readonly cpuShare: number;
  /** Milliseconds of the server's processor until a socket is in. */
  readonly enterMs: number;
}

interface Crowd {
  readonly eventUuid: string;
  readonly tokens: readonly string[];
  readonly writerTokens: readonly string[];
}

async function measure(server: RunningServer, profile: SocketsProfile, { eventUuid, tokens, writerTokens }: Crowd) {
  const { port, child } = server;
  const groups = Array.from({ length: processes }, startListeners);
  const all = <A>(orderOf: (nth: number) => Order) => Promise.all(groups.map(({ tell }, nth) => tell<A>(orderOf(nth))));
  const seconds = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  try {
    // The routes and the database's plans are warm before the memory is counted.
    await fetch(`http://127.0.0.1:${port}/healthz`);
    const before = residentKibibytes(child.pid!);
    const url = `http://127.0.0.1:${port}`;
    const spentAtFirst = (await server.spent()).cpu;
    const connectSeconds = await seconds(() =>
      all((nth) => ({
        do: 'connect',
        url,
        crowds: [{ eventUuid, tokens: tokens.filter((_token, index) => index % processes === nth) }],
      })),
    );
    const enterMs = ((await server.spent()).cpu - spentAtFirst) / 1000 / profile.sockets;
    await pause(restMs);
    const perSocket = (residentKibibytes(child.pid!) - before) / profile.sockets;
    const spentBefore = (await server.spent()).cpu;
    const writing = startWriting(port, eventUuid, writerTokens);
    await pause(profile.steadyMs);
    const cpuShare = ((await server.spent()).cpu - spentBefore) / 1000 / profile.steadyMs;
    let backSeconds = 0;
    if (profile.dropMs > 0) {
      await all(() => ({ do: 'drop' }));
      await pause(profile.dropMs);
      backSeconds = await seconds(() => all(() => ({ do: 'connect' })));
      await pause(profile.steadyMs / 2);
    }
    const { taken, refused } = await writing.stop();
    await pause(arriveWithinMs);
    const counted = await all<Counted>(() => ({ do: 'count', expected: { [eventUuid]: taken } }));
    const took = counted[0]!.took.map((_count, ms) => counted.reduce((sum, one) => sum + one.took[ms]!, 0));
    const measured: Measured = {
      sent: taken.length,
      refused,
      missing: counted.reduce((sum, one) => sum + one.missing, 0),
      old: counted.reduce((sum, one) => sum + one.old, 0),
      twice: counted.reduce((sum, one) => sum + one.twice, 0),
      took,
      connectSeconds,
      backSeconds,
      perSocket,
      cpuShare,
      enterMs,
    };
    return measured;
  } finally {
    for (const { child: one } of groups) {
      one.removeAllListeners('exit');
      one.kill('SIGKILL');
    }
  }
}

function report({ sockets, dropMs }: SocketsProfile, found: Measured): boolean {
  const p99 = percentileOf(found.took, 99);
  const exact = found.missing === 0 && found.twice === 0 && found.sent > 0 && found.refused.length === 0;
  print(`broadcast: ${sockets} sockets in one room, ${messagesPerSecond} messages a second`, [
    ['messages', `${found.sent} to each, ${found.refused.length} refused ${found.refused[0] ?? ''}`],
    ['missing, more than once', `${found.missing}, ${found.twice}, over a drop of all for ${dropMs / 1000} s`],
    ['older than the hundred shown', `${found.old}, of those who came back late`],
    ['from sending to arrival, median', `${percentileOf(found.took, 50)} ms`],
    ['from sending to arrival, p99', `${p99} ms (goal ≤ ${p99MsMax})`],
    ['memory of the server', `${found.perSocket.toFixed(1)} KiB a socket (goal ≤ ${kibibytesPerSocketMax})`],
    ['processor of the server', `${(100 * found.cpuShare).toFixed(0)} % of a core`],
    ['processor for entering', `${found.enterMs.toFixed(1)} ms a socket`],
    ['until all are in, and in again', `${found.connectSeconds.toFixed(1)} s, ${found.backSeconds.toFixed(1)} s`],
  ]);
  return exact && p99 <= p99MsMax && found.perSocket <= kibibytesPerSocketMax;
}

/** A new product with so many listeners in one room. */
function withCrowd<T>(profile: SocketsProfile, use: (found: Measured) => T): Promise<T> {
  const people = profile.sockets + writers;
  return onNewProduct({ port: '4591', env: { BROADCAST_VIEWERS_MAX: String(people) } }, async ({ db, startServer }) => {
    const { eventUuid, tokens } = await seedCrowd(db, people);
    await db.query('ANALYZE');
    const crowd = { eventUuid, tokens: tokens.slice(writers), writerTokens: tokens.slice(0, writers) };
    return use(await measure(await startServer(), profile, crowd));
  });
}

/** The chat of one room with thousands of listeners. True when it is exact and the goals are met. */
export const measureSockets = (profile: SocketsProfile): Promise<boolean> =>
  withCrowd(profile, (found) => report(profile, found));

/** What one delivery costs the server, in microseconds of its processor, everything that it does for it included. */
export const measureDeliveries = (profile: SocketsProfile) =>
  withCrowd(profile, (found) => ({
    isExact: found.missing === 0 && found.twice === 0 && found.sent > 0 && found.refused.length === 0,
    missing: found.missing,
    twice: found.twice,
    p99: percentileOf(found.took, 99),
    micros: (found.cpuShare * 1_000_000) / (messagesPerSecond * profile.sockets),
  }));
