import { type Room, Track } from 'livekit-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { measureFeed } from './measure-feed.ts';
import { encoderName } from './media-model.ts';

const codec = { id: 'c', type: 'codec', mimeType: 'video/H264' };
const inbound = {
  type: 'inbound-rtp',
  codecId: 'c',
  ssrc: 7,
  framesDecoded: 30,
  keyFramesDecoded: 2,
  framesDropped: 1,
  bytesReceived: 900,
  frameWidth: 1280,
  frameHeight: 720,
  framesPerSecond: 15,
};
const statsOf = (...reports: object[]) => ({
  getStats: async () => new Map(reports.map((report, nth) => [String(nth), report])),
});

interface Offer {
  readonly kind?: Track.Kind;
  readonly source?: Track.Source;
  readonly isMuted?: boolean;
  readonly isEnabled?: boolean;
  readonly track: object;
}
const offer = ({
  kind = Track.Kind.Video,
  source = Track.Source.Camera,
  isMuted = false,
  isEnabled = true,
  track,
}: Offer) => ({ trackSid: source as string, kind, source, isMuted, isEnabled, track });
const person = (identity: string, ...offers: Offer[]) => ({
  identity,
  trackPublications: new Map(offers.map((one, nth) => [String(nth), offer(one)])),
});
const roomOf = (me: ReturnType<typeof person>, ...others: ReturnType<typeof person>[]): Room =>
  ({ localParticipant: me, remoteParticipants: new Map(others.map((one) => [one.identity, one])) }) as unknown as Room;

const picture: Offer = { track: { receiver: statsOf(codec, inbound) } };
const sound: Offer = {
  kind: Track.Kind.Audio,
  source: Track.Source.Microphone,
  track: { receiver: statsOf({ type: 'inbound-rtp', audioLevel: 0.25, codecId: 'c' }, codec) },
};

beforeEach(() => vi.stubGlobal('document', { hidden: false }));

describe('the feed', () => {
  it('the feed is the encoder’s, whatever others send', async () => {
    const room = roomOf(person('u:1'), person('u:2', { track: {} }), person('ingest', picture, sound));
    expect(await measureFeed(room, encoderName)).toMatchObject({
      paused: false,
      picture: { frames: 30, keyFrames: 2, dropped: 1, bytes: 900, codec: 'H264', width: 1280, fps: 15 },
      sound: { level: 0.25, codec: 'H264' },
    });
  });
  it('a feed that no one sends, or that is muted, has no picture', async () => {
    expect(await measureFeed(roomOf(person('u:1')), encoderName)).toMatchObject({ picture: null, sound: null });
    const muted = roomOf(person('u:1'), person('ingest', { ...picture, isMuted: true }));
    expect(await measureFeed(muted, encoderName)).toMatchObject({ picture: null });
  });
  it('a feed is paused while the page is hidden, or while the engine sends nothing', async () => {
    const off = roomOf(person('u:1'), person('ingest', { ...picture, isEnabled: false }));
    expect(await measureFeed(off, encoderName)).toMatchObject({ paused: true });
    vi.stubGlobal('document', { hidden: true });
    expect(await measureFeed(roomOf(person('u:1')), encoderName)).toMatchObject({ paused: true });
  });
  it('a shared screen is the feed before the camera', async () => {
    const screen = { ...picture, source: Track.Source.ScreenShare };
    expect(await measureFeed(roomOf(person('me'), person('nora', picture, screen)), 'nora')).toMatchObject({
      picture: { source: 'screen' },
    });
  });
  it('the feed of this browser has frames while its device delivers, even if no one watches', async () => {
    const sender = statsOf({ type: 'media-source', width: 640, height: 360, framesPerSecond: 24 });
    const own = (mediaStreamTrack: object) =>
      measureFeed(roomOf(person('nora', { track: { sender, mediaStreamTrack } })), 'nora');
    const live = await own({ readyState: 'live', muted: false });
    expect(live.picture).toMatchObject({ width: 640, fps: 24, keyFrames: null });
    expect(live.picture?.frames).toBeGreaterThan(0);
    expect((await own({ readyState: 'ended', muted: false })).picture?.frames).toBe(0);
  });
  it('the microphone’s level is measured where the browser does not report one', async () => {
    class AudioContextByHand {
      readonly state = 'running';
      createMediaStreamSource = () => ({ connect: () => undefined, disconnect: () => undefined });
      createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.5) });
      close = async () => undefined;
    }
    vi.stubGlobal('AudioContext', AudioContextByHand);
    vi.stubGlobal('MediaStream', AudioContextByHand);
    const mediaStreamTrack = { readyState: 'live', muted: false, addEventListener: () => undefined };
    const levelOf = async (source: object) => {
      const sender = statsOf(codec, { type: 'media-source', ...source }, { type: 'outbound-rtp', codecId: 'c' });
      const microphone: Offer = { kind: Track.Kind.Audio, track: { sender, mediaStreamTrack } };
      return (await measureFeed(roomOf(person('nora', microphone)), 'nora')).sound?.level;
    };
    expect(await levelOf({})).toBeCloseTo(0.5);
    expect(await levelOf({ audioLevel: 0 })).toBe(0);
  });
});
