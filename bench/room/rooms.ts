import { setTimeout as pause } from 'node:timers/promises';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { textOf } from '../broadcast/listener.ts';
import type { Counted, Order } from '../broadcast/listeners.ts';
import { seatAll, seedLiveEvent } from '../broadcast/room.ts';
import { benchSecret, onNewProduct } from '../new-product.ts';
import { percentileOf, startListeners } from '../broadcast/sockets.ts';
import { median, print } from '../report.ts';
import { seedPeople, tokenFor } from '../sale/people.ts';

/** The host and 49 viewers. */
export const peopleInRoom = 50;
const p99MsMax = 200;
/** Each person may write twenty messages in half a minute; a lively room has one a second. */
const roomMessageEveryMs = 1_000;
const processes = 2;
const restMs = 4_000;
const arriveWithinMs = 5_000;

export interface RoomsProfile {
  readonly rooms: number;
  readonly steadyMs: number;
}

interface FullRoom {
  readonly eventUuid: string;
  /** The host's is the first. */
  readonly tokens: readonly string[];
}

/** Every room gets a message a second, from another of its people each time. Answers the numbers that were taken. */
async function writeInAll(port: number, rooms: readonly FullRoom[], forMs: number) {
  const taken: Record<string, number[]> = Object.fromEntries(rooms.map(({ eventUuid }) => [eventUuid, []]));
  const refused: string[] = [];
  const open: Promise<void>[] = [];
  const answeredMs: number[] = [];
  const write = async (nth: number): Promise<void> => {
    const { eventUuid, tokens } = rooms[nth % rooms.length]!;
    const askedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/events/streaming/messages_new`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [accessTokenHeader]: tokens[Math.floor(nth / rooms.length) % tokens.length]!,
      },
      body: JSON.stringify({ event_uuid: eventUuid, message: textOf(nth) }),
    });
    answeredMs.push(performance.now() - askedAt);
    if (answer.status === 200) taken[eventUuid]!.push(nth);
    else refused.push(`${answer.status} ${await answer.text()}`);
  };
  const began = performance.now();
  const messages = Math.floor((forMs / roomMessageEveryMs) * rooms.length);
  for (let nth = 0; nth < messages; nth++) {
    await pause(Math.max(0, began + (nth * roomMessageEveryMs) / rooms.length - performance.now()));
    open.push(write(nth).catch((error: unknown) => void refused.push(String(error))));
  }
  await Promise.all(open);
  return { taken, refused, answeredMs };
}

/** The chat of many full rooms in one process. True when every message came once to everyone, in time. */
export const measureRooms = ({ rooms: count, steadyMs }: RoomsProfile): Promise<boolean> =>
  onNewProduct({ port: '4592' }, async ({ db, startServer }) => {
    const viewersInRoom = peopleInRoom - 1;
    const { hostId, buyerIds } = await seedPeople(db, count * viewersInRoom);
    const rooms: FullRoom[] = [];
    for (let nth = 0; nth < count; nth++) {
      const viewers = buyerIds.slice(nth * viewersInRoom, (nth + 1) * viewersInRoom);
      const eventUuid = await seedLiveEvent(db, hostId, viewers, 'interactive');
      await seatAll(db, eventUuid, viewers);
      rooms.push({ eventUuid, tokens: viewers.map((id) => tokenFor(benchSecret, id)) });
    }
    await db.query('ANALYZE');
    const server = await startServer();
    const groups = Array.from({ length: processes }, startListeners);
    const all = <A>(orderOf: (nth: number) => Order) =>
      Promise.all(groups.map(({ tell }, nth) => tell<A>(orderOf(nth))));
    try {
      const url = `http://127.0.0.1:${server.port}`;
      await all((nth) => ({ do: 'connect', url, crowds: rooms.filter((_room, at) => at % processes === nth) }));
      await pause(restMs);
      const before = (await server.spent()).cpu;
      const { taken, refused, answeredMs } = await writeInAll(server.port, rooms, steadyMs);
      const cores = ((await server.spent()).cpu - before) / 1000 / steadyMs;
      await pause(arriveWithinMs);
      const counted = await all<Counted>(() => ({ do: 'count', expected: taken }));
      const sum = (field: 'missing' | 'twice'): number => counted.reduce((total, one) => total + one[field], 0);
      const took = counted[0]!.took.map((_count, ms) => counted.reduce((total, one) => total + one.took[ms]!, 0));
      const sent = Object.values(taken).reduce((total, one) => total + one.length, 0);
      const p99 = percentileOf(took, 99);
      print(`room: ${count} rooms of ${viewersInRoom} viewers, a message a second in each`, [
        ['messages', `${sent}, ${refused.length} refused ${refused[0] ?? ''}`],
        ['missing, more than once', `${sum('missing')}, ${sum('twice')} of ${sent * viewersInRoom}`],
        ['the call that writes, median', `${median(answeredMs).toFixed(0)} ms`],
        ['from sending to arrival, median', `${percentileOf(took, 50)} ms`],
        ['from sending to arrival, p99', `${p99} ms (goal ≤ ${p99MsMax})`],
        ['processor of the server', `${(100 * cores).toFixed(0)} % of a core`],
      ]);
      return sent > 0 && refused.length === 0 && sum('missing') === 0 && sum('twice') === 0 && p99 <= p99MsMax;
    } finally {
      for (const { child } of groups) {
        child.removeAllListeners('exit');
        child.kill('SIGKILL');
      }
    }
  });
