import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../ports/log.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { liveRoom } from '../../../../test/rooms.ts';
import { RoomFeed } from './room-feed.ts';
import type { Update } from './wire-updates.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

/** The `since` of an update that has one. */
const sinceOf = ({ update }: Update): number | undefined => ('since' in update ? update.since : undefined);

test('in a large room arrivals and departures wait, everything else is pushed immediately, and nothing is skipped', async () => {
  const room = await liveRoom(app, 3);
  const received: Update[] = [];
  const feed = new RoomFeed({
    db: app.db,
    log: silentLog,
    eventUuid: room.event.id,
    push: (updates) => received.push(...updates),
    size: () => 1000,
  });
  await feed.welcome(
    undefined,
    () => undefined,
    () => undefined,
  );
  const sees = (count: number) => () =>
    received.some(({ name, update }) => name === 'updateEvent' && update.current_state.viewers_count === count);
  const change = async (work: Promise<unknown>): Promise<void> => {
    await work;
    feed.nudge();
  };
  await change(room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true }));
  await until('the switch', sees(0));
  await change(room.join(room.viewers[0]!));
  await change(room.join(room.viewers[1]!));
  await change(room.do(room.host, 'POST /events/streaming/messages_new', { message: 'welcome' }));
  await until('the message', () => received.some(({ name }) => name === 'newMessage'));
  expect(sees(2)()).toBe(false);
  await until('both newcomers at once', sees(2));
  expect(sees(1)()).toBe(false);
  feed.stop();
  const covered = received.flatMap(({ update }) => ('seq' in update ? [update.seq] : []));
  expect(received.map(sinceOf).slice(1)).toEqual(covered.slice(0, -1));
  await expectInvariants(app);
});

test('a feed that reads while its last listener leaves pushes nothing to the next listener twice', async () => {
  const room = await liveRoom(app, 1);
  const gates: Promise<void>[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const received: Update[] = [];
  const feed = new RoomFeed({
    db: {
      ...app.db,
      async query<Row extends object>(text: string, params?: readonly unknown[]) {
        const rows = await app.db.query<Row>(text, params);
        await gates[0];
        return rows;
      },
    },
    log: silentLog,
    eventUuid: room.event.id,
    push: (updates) => received.push(...updates),
    size: () => 1,
  });
  const enter = () =>
    feed.welcome(
      undefined,
      () => undefined,
      () => undefined,
    );
  await enter();
  gates.push(gate);
  await room.do(room.host, 'POST /events/streaming/messages_new', { message: 'for nobody' });
  const reading = enter();
  feed.stop();
  open();
  await reading;
  expect(received).toEqual([]);
});

test('a failed read is repeated without waiting for the next change', async () => {
  const room = await liveRoom(app, 1);
  const received: Update[] = [];
  let failures = 0;
  const feed = new RoomFeed({
    db: {
      ...app.db,
      query<Row extends object>(text: string, params?: readonly unknown[]) {
        if (failures === 0) return app.db.query<Row>(text, params);
        failures--;
        return Promise.reject(new Error('Connection terminated unexpectedly'));
      },
    },
    log: silentLog,
    eventUuid: room.event.id,
    push: (updates) => received.push(...updates),
    size: () => 1,
  });
  await feed.welcome(
    undefined,
    () => undefined,
    () => undefined,
  );
  await room.do(room.host, 'POST /events/streaming/messages_new', { message: 'said while it was away' });
  failures = 2;
  feed.nudge();
  await until('the message is pushed', () => received.some(({ name }) => name === 'newMessage'));
  expect(failures).toBe(0);
  feed.stop();
});
