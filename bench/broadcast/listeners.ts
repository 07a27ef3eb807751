/** Some thousand listeners in a process of their own, told by its parent what to do. */
import { followOrders } from '../follow-orders.ts';
import { Listener } from './listener.ts';

export interface Order {
  readonly do: 'connect' | 'drop' | 'count';
  readonly url?: string;
  /** Who listens to which room. */
  readonly crowds?: readonly { readonly eventUuid: string; readonly tokens: readonly string[] }[];
  /** By room, the numbers of the messages that each of its listeners has to have. */
  readonly expected?: Readonly<Record<string, readonly number[]>>;
}

export interface Counted {
  /** Listeners' messages that are missing, and those that came more than once. */
  readonly missing: number;
  /** Missing, and older than the hundred that were shown to somebody who was away for long. */
  readonly old: number;
  readonly twice: number;
  /** Milliseconds from sending to arrival: how many pushes took how long, by whole milliseconds. */
  readonly took: readonly number[];
}

const atOnceMax = 100;
const tookMsMax = 60_000;
const messagesMax = 20_000;
let listeners: { listener: Listener; eventUuid: string; times: Uint8Array }[] = [];
const took = new Uint32Array(tookMsMax + 1);
/** While sockets come back, a push may be a replay, whose age says nothing. */
let isSteady = false;

function listen(url: string, eventUuid: string, token: string) {
  const times = new Uint8Array(messagesMax);
  const listener = new Listener(url, { token, event_uuid: eventUuid }, (nth, sentAt, how) => {
    // A snapshot shows again what may have been there.
    if (how === 'shown' && times[nth]! > 0) return;
    times[nth]! += 1;
    if (!isSteady || how === 'shown') return;
    const ms = Math.round(performance.timeOrigin + performance.now() - sentAt);
    took[Math.min(tookMsMax, Math.max(0, ms))]! += 1;
  });
  return { listener, eventUuid, times };
}

async function connectAll(): Promise<void> {
  const waiting = listeners.map(({ listener }) => listener);
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next.connect();
  };
  await Promise.all(Array.from({ length: atOnceMax }, work));
  isSteady = true;
}

function count(expected: NonNullable<Order['expected']>): Counted {
  let missing = 0;
  let old = 0;
  let twice = 0;
  for (const { listener, eventUuid, times } of listeners)
    for (const nth of expected[eventUuid] ?? []) {
      if (times[nth] === 0 && nth < listener.oldestShown) old += 1;
      else if (times[nth] === 0) missing += 1;
      if (times[nth]! > 1) twice += 1;
    }
  return { missing, old, twice, took: [...took] };
}

followOrders(async (order: Order) => {
  if (order.do === 'connect') {
    const { url = '', crowds } = order;
    if (crowds)
      listeners = crowds.flatMap(({ eventUuid, tokens }) => tokens.map((token) => listen(url, eventUuid, token)));
    await connectAll();
  }
  if (order.do === 'drop') {
    isSteady = false;
    for (const { listener } of listeners) listener.drop();
  }
  process.send!(order.do === 'count' ? count(order.expected ?? {}) : { done: order.do });
});
