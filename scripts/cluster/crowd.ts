import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signalIn } from '../../server/test/live-engine.ts';
import type { Cluster } from './start-cluster.ts';

const answerWithinMs = 5_000;
/** Fewer than there are seats in the time that is looked at. */
const buyEveryMs = 120;
/** The chat's rate limit. */
const sayEveryMs = 1_200;
/** The rate limit for joining a room: 120 times a minute. */
const showEveryMs = 600;
const buyers = 4;
const startsWithinMs = 15 * 60_000;

interface Asked {
  readonly token?: string;
  readonly body?: object;
}
type Api = <T>(method: 'GET' | 'POST', path: string, asked?: Asked) => Promise<T>;

/** Throws where nobody answers in time, and with the status where the answer is a no. */
export const apiOf =
  ({ url }: Pick<Cluster, 'url'>): Api =>
  async <T>(method: 'GET' | 'POST', path: string, { token, body }: Asked = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== undefined && { 'access-token': token }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const said = (await answer.json()) as { data: T; errors?: { code: string }[] };
    if (!answer.ok) throw new Error(`${answer.status} ${said.errors?.[0]?.code ?? ''}`);
    return said.data;
  };

export interface LiveRoom {
  readonly id: string;
  /** Of the host. */
  readonly token: string;
  end(): Promise<unknown>;
}

/** The demo host's open stage, live. */
export async function aRoom(cluster: Cluster): Promise<LiveRoom> {
  const api = apiOf(cluster);
  const login = { email: 'host@frontrow.test', password: 'frontrow-demo' };
  const { access_token: token } = await api<{ access_token: string }>('POST', '/auth/login', { body: login });
  const { events } = await api<{
    events: { event: { event_uuid: string; event_title: string; event_date: number } }[];
  }>('GET', '/events/mine?scope=upcoming', { token });
  const soon = events.findLast(
    ({ event }) => event.event_title.startsWith('Open stage') && event.event_date - Date.now() < startsWithinMs,
  );
  if (!soon) throw new Error('no event of the demo host is about to start');
  const id = soon.event.event_uuid;
  await api('POST', '/events/streaming/start_streaming', { token, body: { platform: 'web', event_uuid: id } });
  return { id, token, end: () => api('POST', '/events/streaming/stop_streaming', { token, body: { event_uuid: id } }) };
}

/** What succeeded, how often it did not, and the longest time without a success. */
class Doing {
  readonly done: string[] = [];
  failed = 0;
  longestMs = 0;
  private isOver = false;
  private last = performance.now();
  private readonly loops: Promise<void>[];

  constructor(atOnce: number, everyMs: number, once: () => Promise<string>) {
    const loop = async (): Promise<void> => {
      while (!this.isOver) {
        await once().then(
          (name) => this.succeeded(name),
          () => (this.failed += 1),
        );
        await pause(everyMs);
      }
    };
    this.loops = Array.from({ length: atOnce }, loop);
  }

  private succeeded(name: string): void {
    const now = performance.now();
    this.longestMs = Math.max(this.longestMs, now - this.last);
    this.last = now;
    this.done.push(name);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
    this.longestMs = Math.max(this.longestMs, performance.now() - this.last);
  }
}

export interface Crowd {
  /** Orders and messages that were acknowledged. */
  readonly orders: readonly string[];
  readonly messages: readonly string[];
  failed(): number;
  /** The longest times without a success, in ms. */
  stop(): Promise<{ readonly calls: number; readonly chat: number; readonly picture: number }>;
}

/** People take seats of `sale`, the host talks in the room, and comes to its engine again and again. */
export function startCrowd(cluster: Cluster, room: LiveRoom, sale: string): Crowd {
  const api = apiOf(cluster);
  const calls = new Doing(buyers, buyEveryMs, async () => {
    const body = { event_uuid: sale, type: 'streaming', email: `${randomUUID()}@crowd.test` };
    const { order } = await api<{ order: { order_uuid: string } }>('POST', '/events/purchase_no_login', { body });
    return order.order_uuid;
  });
  const chat = new Doing(1, sayEveryMs, async () => {
    const client = randomUUID();
    const body = { event_uuid: room.id, message: `Hello ${client}`, client_id: client };
    await api('POST', '/events/streaming/messages_new', { token: room.token, body });
    return client;
  });
  const picture = new Doing(1, showEveryMs, async () => {
    const body = { platform: 'web', event_uuid: room.id };
    const { token } = await api<{ token: string }>('POST', '/events/streaming/start_streaming', {
      token: room.token,
      body,
    });
    const inside = await Promise.race([signalIn(cluster.engineUrl, token), pause(answerWithinMs, false as const)]);
    if (!inside) throw new Error('nobody let us in');
    inside.close();
    return '';
  });
  const all = [calls, chat, picture];
  return {
    orders: calls.done,
    messages: chat.done,
    failed: () => all.reduce((sum, { failed }) => sum + failed, 0),
    async stop() {
      await Promise.all(all.map((one) => one.stop()));
      return { calls: calls.longestMs, chat: chat.longestMs, picture: picture.longestMs };
    },
  };
}
