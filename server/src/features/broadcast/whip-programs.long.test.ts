import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forwardedUrl } from '../../http/addresses.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { ffmpegWhip, type Program } from '../../../test/ingest/programs.ts';
import { enterAsSpectator, type Spectator } from '../../../test/ingest/spectator.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { startEngine, type TestEngine } from '../../../test/live-engine.ts';
import { dueRoom, type TestRoom } from '../../../test/rooms.ts';

const soonMs = 60_000;
let tested: TestEngine;
let app: TestApp;
let origin: string;
let running: Program | undefined;
const spectators: Spectator[] = [];
beforeAll(async () => {
  tested = await startEngine();
  app = await testApp({ overrides: { videoEngine: tested.engine } });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await running?.stop();
  for (const one of spectators) await one.leave();
  await app?.close();
  await tested?.stop();
});

async function watch({ token }: { token: string }): Promise<Spectator> {
  const spectator = await enterAsSpectator(forwardedUrl(origin), token);
  spectators.push(spectator);
  return spectator;
}
async function feedIs(room: TestRoom, state: string): Promise<void> {
  const isThere = async () => {
    await app.jobs.runAll();
    return (await room.state()).current_state.ingest_state === state;
  };
  await until(`the feed is ${state}`, isThere, soonMs);
}
async function seesMore({ seen }: Spectator): Promise<void> {
  const before = { ...seen };
  const hasMore = () => seen.pictures > before.pictures + 30 && seen.sounds > before.sounds + 30;
  await until('picture and sound arrive', hasMore, soonMs);
}

test.each([['ffmpeg 9.0, WHIP', ffmpegWhip]] as const)(
  '%s is seen and heard in the preview and live, stops, and comes back',
  async (_, start) => {
    const room = await dueRoom(app, 1, { kind: 'broadcast' });
    const as = room.host.token;
    const { stream_key: key } = (await app.call('GET /events/:uuid/ingest', { as, params: { uuid: room.event.id } }))
      .data;
    const host = await watch(
      (await app.call('POST /events/ingest/open', { as, body: { event_uuid: room.event.id } })).data,
    );
    running = await start(`${origin}/whip`, key);
    await feedIs(room, 'preview');
    await seesMore(host);
    await running.stop();
    await feedIs(room, 'waiting');

    running = await start(`${origin}/whip`, key);
    await feedIs(room, 'preview');
    await room.do(room.host, 'POST /events/streaming/start_streaming');
    const viewer = await watch((await room.join(room.viewers[0]!)).data);
    await seesMore(viewer);
    await running.stop();
    await feedIs(room, 'lost');
    running = await start(`${origin}/whip`, key);
    await feedIs(room, 'live');
    await seesMore(viewer);
    await expectInvariants(app);
    expect((await room.state()).current_state.ingest_state).toBe('live');
  },
  400_000,
);
