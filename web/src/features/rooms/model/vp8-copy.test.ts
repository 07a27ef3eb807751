import { vp8AskEveryMs } from '@frontrow/core/broadcast/limits.ts';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../media/media-model.ts';
import { engineUrl, world, type World } from './test/room-world.ts';

const fresh = { sessionId: 's1', inside: false, camera: false, microphone: false };
const live = { source: 'encoder', ingest_state: 'live', raised_hand_enabled: false } as const;
const asks = 'POST /events/streaming/vp8_video';
const ready = { state: 'ready', url: 'ws://copy', token: 'for the copy' };
const soonMs = 1_500;
const feed: Feed = {
  key: 'of the copy',
  username: 'the encoder',
  source: 'camera',
  local: false,
  attach: () => () => undefined,
};

async function watching(
  answer: object,
  { username = 'theo', playsH264 = false }: { username?: 'theo' | 'nora'; playsH264?: boolean } = {},
): Promise<World> {
  const one = world(username, fresh, 'broadcast', { playsH264 });
  one.begins(live);
  one.answer(asks, () => answer);
  await one.model.enter();
  await one.pass(0);
  return one;
}
const asked = (one: World): number => one.calls.filter(({ name }) => name === asks).length;

describe('the copy in VP8', () => {
  it('a browser that shows H.264 never asks for the copy', async () => {
    const theo = await watching(ready, { playsH264: true });
    await theo.pass(vp8AskEveryMs);
    expect([asked(theo), theo.media()?.url]).toEqual([0, engineUrl]);
  });
  it('a browser asks for the copy repeatedly while it watches, which keeps the copy running', async () => {
    const theo = await watching({ state: 'not_allowed', url: '', token: '' });
    expect(theo.see().vp8.state).toBe('not_allowed');
    await theo.pass(vp8AskEveryMs);
    await theo.pass(vp8AskEveryMs);
    expect([asked(theo), theo.media()?.url]).toEqual([3, engineUrl]);
    theo.model.leave();
    await theo.pass(vp8AskEveryMs);
    expect(asked(theo)).toBe(3);
  });
  it('the copy is received from its own room once it is ready, and is heard in place of the event', async () => {
    const theo = await watching({ state: 'starting', url: '', token: '' });
    expect(theo.see().vp8).toEqual({ state: 'starting', feeds: null });
    theo.answer(asks, () => ready);
    await theo.pass(soonMs);
    expect(theo.media()).toMatchObject({ url: 'ws://copy', token: 'for the copy', silent: true });
    theo.put({ feeds: [feed] });
    expect(theo.see().vp8).toEqual({ state: 'ready', feeds: [feed] });
    expect(theo.device.slice(-2)).toEqual(['listens', 'silent']);
  });
  it('the host’s copy is as silent as the preview until the host listens', async () => {
    const nora = await watching(ready, { username: 'nora' });
    nora.put({ feeds: [feed] });
    expect(nora.device.slice(-2)).toEqual(['silent', 'silent']);
    nora.model.hearFeed(true);
    expect(nora.device.at(-1)).toBe('listens');
  });
  it('the copy ends with the encoder, and the event is heard again', async () => {
    const theo = await watching(ready);
    theo.put({ feeds: [feed] });
    theo.change({ ...live, ingest_state: 'lost' });
    await theo.pass(soonMs);
    await theo.pass(vp8AskEveryMs);
    expect(theo.see().vp8).toEqual({ state: null, feeds: null });
    expect(theo.device.slice(-2)).toEqual(['listens', 'left']);
  });
});
