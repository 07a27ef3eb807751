import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestActor } from '../../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { connectSocket, listening } from '../../../../test/live-socket.ts';
import { oddText, oddValue } from '../../../../test/odd-values.ts';
import { liveRoom } from '../../../../test/rooms.ts';

const long = process.env['TEST_LONG'] === '1';
/** Each round uses another room, because an account may connect only ten times a minute. */
const rounds = long ? 12 : 1;
const babblers = 7;
const connections = 60;
const talk = long ? { minLength: 150, maxLength: 200 } : { maxLength: 25 };
const framesMin = long ? 100_000 : 100;
const seed = 20_265;
/** The first rounds fill caches that stay. Nothing that unknown clients send may be kept beyond that. */
const warmRounds = 3;
const grownBytesMax = 50e6;
const roundMsMax = 120_000;
let sent = 0;
const heldAfter: number[] = [];

/** Bytes in use after a garbage collection. */
function bytesHeld(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let app: TestApp;
let url: string;
const faults: object[] = [];
beforeAll(async () => {
  const keep = (fields: object, message: string): void => void faults.push({ ...fields, message });
  app = await testApp({ overrides: { log: { debug: () => {}, info: () => {}, warn: keep, error: keep } } });
  url = await listening(app);
});
afterAll(() => app.close());

const asJson = (value: unknown): string => JSON.stringify(value) ?? '';
const names = fc.oneof(
  fc.constantFrom(
    'updateEvent',
    'newMessage',
    'finishEvent',
    'userBanned',
    'snapshot',
    'disconnect',
    'connect',
    'error',
  ),
  oddText,
);

/** Frames that a client of the protocol may send, with any content, and frames that no client would send. */
const frame: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.tuple(names, fc.array(oddValue, { maxLength: 3 })).map(([name, more]) => `42${asJson([name, ...more])}`),
  fc.tuple(fc.nat(), names, oddValue).map(([id, name, value]) => `42${id}${asJson([name, value])}`),
  fc.tuple(fc.nat(30), oddValue).map(([id, value]) => `43${id}${asJson([value])}`),
  oddValue.map((value) => `40${asJson(value)}`),
  oddText.map((text) => `42/${text.slice(0, 50)},${asJson([text])}`),
  fc
    .tuple(fc.integer({ min: -1, max: 1e9 }), names)
    .map(([n, name]) => `45${n}-${asJson([name, { _placeholder: true, num: n }])}`),
  fc.constantFrom(
    '',
    '2',
    '3',
    '5',
    '6',
    '41',
    '4',
    '42',
    '42[]',
    '42{}',
    '42["',
    '43',
    '44',
    '46',
    '49',
    '42[null]',
    '2probe',
  ),
  oddText,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
);

const handshake = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.record(
    {
      token: oddValue,
      event_uuid: oddValue,
      username: oddValue,
      user_ide: oddValue,
      session_id: oddValue,
      last_seq: oddValue,
    },
    { requiredKeys: [] },
  ),
  oddValue,
);

/** One connection that sends all this and disconnects, or is disconnected. */
function babble(hello: string, frames: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket.addEventListener('close', () => resolve());
    socket.addEventListener('error', () => resolve());
    socket.addEventListener('open', () => socket.send(hello));
    let answered = 0;
    socket.addEventListener('message', () => {
      // The second frame answers the handshake.
      if (++answered !== 2) return;
      for (const one of frames) socket.send(one);
      socket.close();
    });
  });
}

test.each(Array.from({ length: rounds }, (_, n) => seed + n))(
  'whatever sockets send, the others get every update, and nothing is a fault (seed %i)',
  async (roundSeed) => {
    const room = await liveRoom(app, babblers + 1);
    const [ann, ...others] = room.viewers as [TestActor, ...TestActor[]];
    for (const viewer of room.viewers) await room.enter(viewer);
    const listener = await connectSocket(url, ann, room.event.id);
    let connected = 0;
    await fc.assert(
      fc.asyncProperty(handshake, fc.array(frame, talk), async (odd, answer) => {
        const good = { token: others[++connected % babblers]!.token, event_uuid: room.event.id };
        const auth = odd === undefined ? good : typeof odd === 'object' && odd !== null ? { ...good, ...odd } : odd;
        sent += answer.length;
        await babble(`40${asJson(auth)}`, answer);
        expect(faults).toEqual([]);
      }),
      { numRuns: connections, seed: roundSeed },
    );
    await room.do(others[0]!, 'POST /events/streaming/messages_new', { message: 'still here' });
    await until('the message is heard', () =>
      listener.heard.some(({ name, update }) => name === 'newMessage' && asJson(update).includes('still here')),
    );
    expect(listener.gaps()).toBe(0);
    listener.close();
    await expectInvariants(app);
    expect(faults).toEqual([]);
    heldAfter.push(bytesHeld());
  },
  roundMsMax,
);

test('nothing that was sent stays in memory', () => {
  expect(sent).toBeGreaterThanOrEqual(framesMin);
  // A short run is enough to find faults, and too short to measure memory.
  const [level = 0, ...later] = heldAfter.slice(warmRounds - 1);
  const grown = later.map((held) => held - level);
  if (long)
    process.stdout.write(
      `${sent} frames, ${(grown.at(-1)! / 1e6).toFixed(1)} MB more than after ${warmRounds} rounds\n`,
    );
  expect(Math.max(0, ...grown)).toBeLessThan(grownBytesMax);
});
