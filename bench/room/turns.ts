import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { publishEvent } from '../../e2e/support/publish.ts';
import { type Product, startProduct } from '../../e2e/support/product.ts';
import { startEvent } from '../../e2e/support/live-room.ts';
import { callApi, hostEmail, tokenOf } from '../../e2e/support/session.ts';
import { median, percentile, print } from '../report.ts';
import type { Noticed, PersonOrder } from './people.ts';

/** Goals. */
const heardMsMax = 800;
const goneMsMax = 300;
/** The shortest length of a turn. */
const turnSeconds = 60;
const noticedWithinMs = 15_000;
/** A hand may be raised fifteen times in half a minute. */
const handEveryMs = 2_200;

export interface TurnsProfile {
  /** Turns that the host gives and stops. */
  readonly turns: number;
  /** Rooms in which a timed turn runs out. */
  readonly timedTurns: number;
}

interface State {
  readonly current_state: { readonly turn: { readonly ends_at: number } | null };
}
type Who = { readonly token: string; readonly username: string };

/** The people at the engine, in their own process, which takes orders. */
class People {
  private readonly child: ChildProcess = fork(new URL('people.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

  /** When this is noticed in the room next. */
  next(room: string, what: Noticed['what'], withinMs = noticedWithinMs): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${what}: not within ${withinMs} ms`)), withinMs);
      const look = (noticed: Noticed): void => {
        if (noticed.room !== room || noticed.what !== what) return;
        clearTimeout(timer);
        this.child.off('message', look);
        resolve(noticed.at);
      };
      this.child.on('message', look);
    });
  }

  async tell(order: PersonOrder): Promise<void> {
    const done = this.next(order.room, 'done');
    this.child.send(order);
    await done;
  }

  end(): void {
    this.child.kill('SIGKILL');
  }
}

/** A live event with a speaker and a listener at the engine. */
async function openRoom(product: Product, people: People, [speaker, listener]: readonly [Who, Who]) {
  const uuid = await publishEvent(product, { title: 'A measured evening', tickets: 3, price: 0, startable: true });
  for (const { token } of [speaker, listener])
    await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: uuid, type: 'interactive' } });
  await startEvent(product, uuid);
  for (const [role, { token }] of [
    ['speaker', speaker],
    ['listener', listener],
  ] as const) {
    const body = { platform: 'web', event_uuid: uuid };
    const seat = await callApi<{ token: string; url: string }>(product, 'POST', '/events/streaming/join_streaming', {
      token,
      body,
    });
    await people.tell({ do: 'enter', room: uuid, role, url: seat.url, token: seat.token });
  }
  return uuid;
}

async function raise(product: Product, uuid: string, { token }: Who): Promise<void> {
  const body = { event_uuid: uuid, raised: true };
  await callApi(product, 'POST', '/events/streaming/raise_hand', { token, body });
}

const give = (product: Product, uuid: string, host: string, username: string): Promise<State> =>
  callApi<State>(product, 'POST', '/events/streaming/allow_mic', {
    token: host,
    body: { event_uuid: uuid, username, ...(username === '' && { enabled: false }) },
  });

/** From the host's press to the first sound at a listener, who has to notice the end of each turn as well. */
async function givenTurns(product: Product, people: People, who: readonly [Who, Who], host: string, turns: number) {
  const uuid = await openRoom(product, people, who);
  const [speaker] = who;
  const took: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const rested = pause(handEveryMs);
    await raise(product, uuid, speaker);
    const heard = people.next(uuid, 'heard');
    const pressedAt = performance.timeOrigin + performance.now();
    await give(product, uuid, host, speaker.username);
    await people.tell({ do: 'speak', room: uuid });
    took.push((await heard) - pressedAt);
    const gone = people.next(uuid, 'gone');
    await give(product, uuid, host, '');
    await gone;
    await people.tell({ do: 'stop', room: uuid });
    await rested;
  }
  return took;
}

/** From the end of a timed turn, by the server's clock, to the track's end at a listener. The speaker does nothing. */
async function endedTurn(product: Product, people: People, who: readonly [Who, Who], host: string): Promise<number> {
  const uuid = await openRoom(product, people, who);
  const [speaker] = who;
  const body = { event_uuid: uuid, seconds: turnSeconds };
  await callApi(product, 'POST', '/events/streaming/set_turn_length', { token: host, body });
  await raise(product, uuid, speaker);
  const heard = people.next(uuid, 'heard');
  const { turn } = (await give(product, uuid, host, speaker.username)).current_state;
  await people.tell({ do: 'speak', room: uuid });
  await heard;
  const gone = await people.next(uuid, 'gone', turnSeconds * 1000 + noticedWithinMs);
  return gone - turn!.ends_at;
}

/** Turns in the whole product, with its real engine. True when every turn was heard and ended, within the goals. */
export async function measureTurns({ turns, timedTurns }: TurnsProfile): Promise<boolean> {
  const product = await startProduct();
  const people = new People();
  try {
    const whoIs = async (username: string): Promise<Who> => ({
      username,
      token: (await tokenOf(product, `${username}@frontrow.test`)).access_token,
    });
    const who = [await whoIs('viewer'), await whoIs('viewer2')] as const;
    const host = (await tokenOf(product, hostEmail)).access_token;
    const took = await givenTurns(product, people, who, host, turns);
    const late = await Promise.all(Array.from({ length: timedTurns }, () => endedTurn(product, people, who, host)));
    const worst = Math.max(...late);
    const p95 = percentile(took, 95);
    print('room: turns', [
      ['turns that were heard', `${took.length} of ${turns}`],
      ['hand chosen to heard by a listener, median', `${median(took).toFixed(0)} ms`],
      ['hand chosen to heard by a listener, p95', `${p95.toFixed(0)} ms (goal ≤ ${heardMsMax})`],
      [`time is up to track gone, worst of ${timedTurns}`, `${worst.toFixed(0)} ms (goal ≤ ${goneMsMax})`],
    ]);
    return p95 <= heardMsMax && worst <= goneMsMax && Math.min(...late) > -50;
  } finally {
    people.end();
    await product.stop();
  }
}
