import { beforeEach, describe, expect, it } from 'vitest';
import type { FeedSample, PictureSample } from '../media/media-model.ts';
import { goLiveObstacle } from './admission.ts';
import { feedMeasuredEveryMs } from './feed-watch.ts';
import { state, world, type World } from './test/room-world.ts';

const fresh = { sessionId: 's1', inside: false, camera: false, microphone: false };
const broadcast = { source: 'encoder', ingest_state: 'waiting', raised_hand_enabled: false } as const;
const preparing = { ...broadcast, event_state: 0, started_at: null } as const;
const picture = (frames: number): PictureSample => ({
  key: 'one',
  source: 'camera',
  frames,
  bytes: 1,
  codec: 'H264',
  width: 1280,
  height: 720,
  fps: 30,
  keyFrames: 1,
  dropped: 0,
});

/** The host in the control room, or a viewer in the live broadcast. */
async function inside(username: 'nora' | 'theo'): Promise<World> {
  const one = world(username, fresh, 'broadcast');
  one.begins(username === 'nora' ? preparing : broadcast);
  await one.model.enter();
  return one;
}
const named = (one: World, name: string) => one.calls.filter((call) => call.name === `POST /events/${name}`);

describe('entering a broadcast', () => {
  it('the host enters the control room, and nothing is started', async () => {
    const nora = await inside('nora');
    expect(nora.calls.map(({ name }) => name)).toEqual(['POST /events/ingest/open']);
    expect(nora.see()).toMatchObject({ phase: 'inside', live: { isLive: false } });
  });
  it('a refused control room is not asked for again by a reload, and the host reads why', async () => {
    const nora = world('nora', fresh, 'broadcast');
    nora.refuse('POST /events/ingest/open', 409, 'start_too_early');
    await nora.model.enter();
    await nora.pass(10_000);
    expect(nora.notices).toEqual([{ kind: 'refused', message: 'start_too_early' }]);
    expect(nora.went).toEqual([]);
    expect(nora.see().phase).toBe('outside');
  });
  it('a control room that opens without a press stays on the device where it is', async () => {
    const nora = world('nora', fresh, 'broadcast');
    nora.refuse('POST /events/ingest/open', 409, 'session_moved');
    await nora.model.enter({ returning: true });
    expect(nora.calls[0]!.body).toMatchObject({ returning: true });
    expect(nora.see().phase).toBe('moved');
  });
  it('a viewer takes a seat, as in every room', async () => {
    const theo = await inside('theo');
    expect(theo.calls.map(({ name }) => name)).toEqual(['POST /events/streaming/join_streaming']);
  });
  it('only the host’s own feed is silent', async () => {
    expect((await inside('nora')).media()).toMatchObject({ silent: true });
    expect((await inside('theo')).media()).toMatchObject({ silent: false });
  });
  it('a viewer receives only the feed', async () => {
    const theo = await inside('theo');
    expect(theo.media()?.priority).toEqual({ owner: 'the encoder', speaker: null, only: true });
  });
});

describe('a browser without H.264', () => {
  const sending = { ...broadcast, ingest_state: 'preview', event_state: 0, started_at: null } as const;
  async function insideWithout(username: 'nora' | 'theo', begins: object): Promise<World> {
    const one = world(username, fresh, 'broadcast', { playsH264: false });
    one.begins(begins);
    await one.model.enter();
    await one.pass(feedMeasuredEveryMs);
    await measuredAt(one, 10_000);
    return one;
  }
  async function measuredAt(one: World, at: number): Promise<void> {
    one.measures({ at });
    await one.pass(feedMeasuredEveryMs);
  }

  it('the host can go live while the encoder sends, and reports nothing about a picture the browser cannot receive', async () => {
    const nora = await insideWithout('nora', sending);
    expect(nora.see().feed.shown).toBe('unsupported');
    expect(goLiveObstacle(nora.see())).toBeNull();
    expect(named(nora, 'ingest/report')).toEqual([]);
  });
  it('the host cannot go live before the encoder sends', async () => {
    const nora = await insideWithout('nora', preparing);
    expect([nora.see().feed.shown, goLiveObstacle(nora.see())]).toEqual(['slate', 'noEncoder']);
  });
  it('the viewer reads that the browser cannot show the picture, and sees the usual slate once the encoder is gone', async () => {
    const theo = await insideWithout('theo', { ...broadcast, ingest_state: 'live' });
    expect(theo.see().feed.shown).toBe('unsupported');
    theo.change({ source: 'encoder', ingest_state: 'lost' });
    await measuredAt(theo, 12_000);
    expect(theo.see().feed.shown).toBe('slate');
  });
  it('a picture in another format is shown', async () => {
    const theo = await insideWithout('theo', { ...broadcast, ingest_state: 'live' });
    theo.measures({ picture: { ...picture(9), codec: 'VP8' } });
    await theo.pass(feedMeasuredEveryMs);
    expect(theo.see().feed.shown).toBe('picture');
  });
});

describe('going live', () => {
  it('the host can go live once the engine and a picture of the chosen source are there', async () => {
    const nora = await inside('nora');
    nora.put({ connection: 'connecting' });
    expect(goLiveObstacle(nora.see())).toBe('connecting');
    nora.put({ connection: 'none' });
    expect(goLiveObstacle(nora.see())).toBe('noVideo');
    nora.put({ connection: 'connected' });
    expect(goLiveObstacle(nora.see())).toBe('noEncoder');
    nora.change({ source: 'camera' });
    expect(goLiveObstacle(nora.see())).toBe('noCamera');
    nora.measures({ picture: picture(9) });
    await nora.pass(feedMeasuredEveryMs);
    expect(goLiveObstacle(nora.see())).toBeNull();
  });
  it('going live is one call with the seat of this tab', async () => {
    const nora = await inside('nora');
    nora.begins({ ...broadcast, seq: 11, event_state: 1 });
    await nora.model.goLive();
    expect(named(nora, 'streaming/start_streaming')).toMatchObject([{ body: { session_id: 's1' } }]);
    expect(nora.see().live?.isLive).toBe(true);
  });
  it('a start that fails without a sentence shows the general one, and the preview stays', async () => {
    const nora = await inside('nora');
    nora.answer('POST /events/streaming/start_streaming', () => {
      throw new Error('no network');
    });
    await nora.model.goLive();
    expect(nora.notices).toEqual([{ kind: 'startFailed' }]);
    expect(nora.see().phase).toBe('inside');
  });
});

describe('the source', () => {
  let nora: World;
  beforeEach(async () => {
    nora = await inside('nora');
    nora.answer('POST /events/ingest/select_source', () => ({
      current_state: state(20, { ...broadcast, source: nora.calls.at(-1)!.body['source'] as 'camera' }),
    }));
  });

  it('this browser becomes the source only after its camera is open', async () => {
    await nora.model.selectSource('camera');
    expect(nora.device).toEqual(['camera on', 'microphone on']);
    expect(named(nora, 'ingest/select_source')).toMatchObject([{ body: { source: 'camera' } }]);
  });
  it('the encoder stays the source when the camera does not open', async () => {
    nora.deny('camera');
    await nora.model.selectSource('camera');
    expect(named(nora, 'ingest/select_source')).toEqual([]);
    expect(nora.notices).toMatchObject([{ kind: 'device', device: 'camera' }]);
  });
  it('the shared screen becomes the source, with the microphone and without the camera', async () => {
    await nora.model.selectSource('camera', true);
    expect(nora.see().media).toMatchObject({ screen: true, camera: false, microphone: true });
    expect(named(nora, 'ingest/select_source')).toHaveLength(1);
  });
  it('camera, microphone and screen go off when the encoder becomes the source again', async () => {
    await nora.model.selectSource('camera', true);
    await nora.model.selectSource('camera');
    expect(nora.see().media).toMatchObject({ screen: false, camera: true });
    await nora.model.selectSource('encoder');
    expect(nora.see().media).toMatchObject({ screen: false, camera: false, microphone: false });
    expect(nora.memory()).toMatchObject({ camera: false, microphone: false });
  });
  it('the camera stays on while the server refuses the encoder', async () => {
    await nora.model.selectSource('camera');
    nora.refuse('POST /events/ingest/select_source', 409, 'room_closed');
    await nora.model.selectSource('encoder');
    expect(nora.see().media).toMatchObject({ camera: true, microphone: true });
  });
  it('the host hears the feed on request', () => {
    nora.model.hearFeed(true);
    expect(nora.device).toEqual(['listens']);
    expect(nora.see().feed.heard).toBe(true);
  });
});

describe('recording', () => {
  it('the beginning of a recording is announced once, and not to people who come later', async () => {
    const theo = await inside('theo');
    for (const recording of [true, true, false, true]) theo.change({ recording });
    const told = { kind: 'recordingOn', isOwn: false };
    expect(theo.notices).toEqual([told, told]);
    expect(theo.see().live?.recording).toBe(true);
    const late = world('theo', fresh, 'broadcast');
    late.begins({ ...broadcast, recording: true });
    await late.model.enter();
    late.change({ viewers_count: 2 });
    expect([late.see().live?.recording, late.notices]).toEqual([true, []]);
    const nora = await inside('nora');
    for (const recording of [false, true]) nora.change({ recording });
    expect(nora.notices).toEqual([{ kind: 'recordingOn', isOwn: true }]);
  });
});

describe('the feed', () => {
  const moments = (one: World) => {
    let at = 0;
    return async (sample: Partial<FeedSample>, ms: number): Promise<string> => {
      for (let past = 0; past < ms; past += feedMeasuredEveryMs) {
        at += feedMeasuredEveryMs;
        one.measures({ at, ...sample });
        await one.pass(feedMeasuredEveryMs);
      }
      return one.see().feed.shown;
    };
  };

  it('the picture becomes a slate when its frames stop, and comes back automatically', async () => {
    const theo = await inside('theo');
    const during = moments(theo);
    expect(await during({ picture: picture(1) }, 250)).toBe('picture');
    expect(await during({ picture: picture(1) }, 2_000)).toBe('slate');
    expect(await during({ picture: picture(2) }, 250)).toBe('picture');
  });
  it('the picture stays while the connection of this browser is being restored', async () => {
    const theo = await inside('theo');
    const during = moments(theo);
    await during({ picture: picture(1) }, 250);
    theo.put({ connection: 'reconnecting' });
    expect(await during({ picture: picture(1) }, 5_000)).toBe('picture');
  });
  it('the host reports when nothing arrives from a sending encoder, and when it does again', async () => {
    const nora = await inside('nora');
    nora.change({ ingest_state: 'preview' });
    const during = moments(nora);
    await during({}, 3_000);
    await during({ picture: picture(1) }, 250);
    const reports = named(nora, 'ingest/report').map(({ body }) => body['receiving']);
    expect(reports).toEqual([false, true]);
  });
  it('only the host’s browser shows the measured health', async () => {
    const [nora, theo] = [await inside('nora'), await inside('theo')];
    for (const one of [nora, theo]) await moments(one)({ picture: picture(1) }, 250);
    expect(nora.see().feed.health).toMatchObject({ codec: 'H264' });
    expect(theo.see().feed.health).toBeNull();
  });
  it('the loudness is unknown until the host listens', async () => {
    const nora = await inside('nora');
    const during = moments(nora);
    const sound = { level: 0.2, codec: 'opus' };
    await during({ picture: picture(1), sound }, 250);
    expect(nora.see().feed.health).toMatchObject({ audioCodec: 'opus', audioLevel: undefined });
    nora.model.hearFeed(true);
    await during({ picture: picture(2), sound }, 250);
    expect(nora.see().feed.health).toMatchObject({ audioLevel: 0.2 });
  });
});
