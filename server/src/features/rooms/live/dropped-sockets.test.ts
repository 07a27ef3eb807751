import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import { chatBurstMessages, roomFloodMessages } from '@frontrow/core/chat/messages.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestActor } from '../../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { connectSocket, listening, type LiveSocket } from '../../../../test/live-socket.ts';
import { liveRoom } from '../../../../test/rooms.ts';

/** The limits of each writer, and of the whole room. */
const linesEach = chatBurstMessages;
const listeners = roomFloodMessages / linesEach - 1;
const dropsEach = 6;
const seed = 20_266;

let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  here = await testApp();
  there = await testApp({ overrides: { databaseUrl: here.databaseUrl, clock: here.clock } });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

/** Cuts the connection without closing it, as a tunnel does. */
const drop = ({ socket }: LiveSocket): void =>
  (socket.io.engine.transport as unknown as { ws: { terminate(): void } }).ws.terminate();

test('sockets that are cut off repeatedly and reconnect to either process miss no message', async () => {
  const room = await liveRoom(here, listeners);
  for (const viewer of room.viewers) await room.join(viewer);
  const urls = [await listening(here), await listening(there)];
  let over = false;

  /**
   * What a client has of the chat after all that: by number, as browsers store it, because a snapshot may be ahead of
   * its number.
   */
  const listen = async (who: TestActor, drops: readonly number[]): Promise<string[]> => {
    const had = new Map<number, string>();
    let lastSeq: number | undefined;
    const take = (socket: LiveSocket): void => {
      for (const { name, update } of socket.heard) {
        const lines = name === 'snapshot' ? update['messages'] : name === 'newMessage' ? [update['message']] : [];
        for (const { seq, message } of lines as WireChatMessage[]) had.set(seq, message);
      }
      lastSeq = socket.lastSeq() ?? lastSeq;
    };
    const connect = (url: string): Promise<LiveSocket> =>
      connectSocket(url, who, room.event.id, lastSeq === undefined ? {} : { last_seq: lastSeq });
    for (const [n, after] of drops.entries()) {
      const socket = await connect(urls[n % urls.length]!);
      await until('it heard enough', () => over || socket.heard.length >= after);
      drop(socket);
      take(socket);
      expect(socket.gaps()).toBe(0);
    }
    await until('all is said', () => over);
    const last = await connect(urls[0]!);
    await until('it is brought up to date', () => last.heard.some(({ name }) => name !== 'newMessage'));
    take(last);
    last.close();
    return [...had].toSorted(([a], [b]) => a - b).map(([, text]) => text);
  };

  const speak = async (who: TestActor): Promise<void> => {
    for (let n = 0; n < linesEach; n++) {
      const answer = await room.do(who, 'POST /events/streaming/messages_new', { message: `${who.username} ${n}` });
      expect(answer.status).toBe(200);
    }
  };
  const drops = fc.sample(fc.array(fc.nat(8), { minLength: dropsEach, maxLength: dropsEach }), {
    seed,
    numRuns: listeners,
  });
  const received = room.viewers.map((viewer, n) => listen(viewer, drops[n]!));
  await Promise.all([room.host, ...room.viewers].map(speak));
  over = true;
  const chat = (await room.state()).messages.map(({ message }) => message);
  expect(chat).toHaveLength(linesEach * (listeners + 1));
  for (const had of await Promise.all(received)) expect(had).toEqual(chat);
  await expectInvariants(here);
});
