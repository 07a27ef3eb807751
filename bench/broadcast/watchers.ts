/** Real subscribers of a room, or its sender, in a process of their own, told by its parent what to do. */
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import { enterEngine } from '../../server/test/ingest/engine-client.ts';
import { followOrders } from '../follow-orders.ts';

export interface WatchOrder {
  readonly do: 'send' | 'enter' | 'settle' | 'count';
  readonly url?: string;
  readonly tokens?: readonly string[];
}

export interface Watched {
  /** Packets and bytes so far, of picture and sound. */
  readonly received: number;
  readonly lost: number;
  readonly bytes: number;
  /** Subscribers that have packets of both. */
  readonly receiving: number;
  /** How often a connection to the engine was lost, of everyone here. */
  readonly reconnects: number;
}

const width = 320;
const height = 180;
const framesPerSecond = 10;
const pictureBitrate = BigInt(100_000);
const sampleRate = 48_000;
const soundMs = 20;
/** A browser tries again, too, when a busy engine does not answer in time. */
const triesMax = 4;
const receivesWithinMs = 60_000;
const rooms: Room[] = [];
let reconnects = 0;

/** A moving grey ramp, and silence, of which few packets are sent: cheap for the machine that carries all of it. */
async function send(url: string, token: string): Promise<void> {
  const room = new Room();
  await enterEngine(room, url, token, false);
  rooms.push(room);
  const picture = new VideoSource(width, height);
  const sound = new AudioSource(sampleRate, 1);
  const options = (source: TrackSource): TrackPublishOptions =>
    new TrackPublishOptions({
      source,
      simulcast: false,
      dtx: true,
      ...(source === TrackSource.SOURCE_CAMERA && {
        videoEncoding: { maxBitrate: pictureBitrate, maxFramerate: framesPerSecond },
      }),
    });
  const { localParticipant: me } = room;
  await me!.publishTrack(LocalVideoTrack.createVideoTrack('picture', picture), options(TrackSource.SOURCE_CAMERA));
  await me!.publishTrack(LocalAudioTrack.createAudioTrack('sound', sound), options(TrackSource.SOURCE_MICROPHONE));
  let shift = 0;
  setInterval(() => {
    const pixels = new Uint8Array((width * height * 3) / 2).fill(128);
    for (let at = 0; at < width * height; at++) pixels[at] = (at + shift) % 256;
    shift += 1;
    picture.captureFrame(new VideoFrame(pixels, width, height, VideoBufferType.I420));
  }, 1000 / framesPerSecond);
  const samples = (sampleRate * soundMs) / 1000;
  const silence = new Int16Array(samples);
  void (async () => {
    for (;;) await sound.captureFrame(new AudioFrame(silence, sampleRate, 1, samples));
  })();
}

async function counted(room: Room): Promise<Watched> {
  const { publisherStats, subscriberStats } = await room.getRtcStats();
  // The engine may carry both directions over one connection.
  const all = [...publisherStats, ...subscriberStats];
  let [received, lost, bytes] = [0, 0, 0];
  const kinds = new Set<string>();
  for (const { stats } of all) {
    if (stats.case !== 'inboundRtp') continue;
    const packets = Number(stats.value.received?.packetsReceived ?? 0);
    received += packets;
    lost += Math.max(0, Number(stats.value.received?.packetsLost ?? 0));
    bytes += Number(stats.value.inbound?.bytesReceived ?? 0);
    if (packets > 0) kinds.add(stats.value.stream?.kind ?? '');
  }
  return { received, lost, bytes, receiving: kinds.size === 2 ? 1 : 0, reconnects: 0 };
}

async function countAll(): Promise<Watched> {
  const all = await Promise.all(rooms.map(counted));
  const sum = (field: keyof Watched): number => all.reduce((total, one) => total + one[field], 0);
  return { received: sum('received'), lost: sum('lost'), bytes: sum('bytes'), receiving: sum('receiving'), reconnects };
}

async function enter(url: string, token: string, tries = triesMax): Promise<Room> {
  const room = new Room();
  try {
    await enterEngine(room, url, token, true);
    for (const event of [RoomEvent.Reconnecting, RoomEvent.Disconnected]) room.on(event, () => (reconnects += 1));
    return room;
  } catch (error) {
    if (tries <= 1) throw error;
    return enter(url, token, tries - 1);
  }
}

/** Until everybody here receives picture and sound, or time is up. */
async function settle(): Promise<void> {
  const until = Date.now() + receivesWithinMs;
  while ((await countAll()).receiving < rooms.length && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

followOrders(async (order: WatchOrder) => {
  const { url = '', tokens = [] } = order;
  if (order.do === 'send') await send(url, tokens[0]!);
  if (order.do === 'enter') rooms.push(await enter(url, tokens[0]!));
  if (order.do === 'settle') await settle();
  process.send!(order.do === 'count' ? await countAll() : { done: order.do });
});
