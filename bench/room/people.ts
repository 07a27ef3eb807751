/** Speakers and listeners at the engine in a process of their own: the native client lives as long as its process. */
import process from 'node:process';
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { enterEngine } from '../../server/test/ingest/engine-client.ts';
import { followOrders } from '../follow-orders.ts';

export interface PersonOrder {
  readonly do: 'enter' | 'speak' | 'stop';
  /** Which room it is about. */
  readonly room: string;
  readonly role?: 'speaker' | 'listener';
  readonly url?: string;
  readonly token?: string;
}

/** What a listener heard, or no longer hears, by the machine's clock. */
export interface Noticed {
  readonly room: string;
  readonly what: 'heard' | 'gone' | 'done';
  readonly at: number;
}

const sampleRate = 48_000;
const pieceMs = 10;
const loud = 2_000;
const publishAgainMs = 20;
const publishTriesMax = 100;

const now = (): number => performance.timeOrigin + performance.now();
const tell = (noticed: Noticed): void => void process.send!(noticed);
const speakers = new Map<string, { room: Room; sid: string | undefined }>();
const open: Room[] = [];

async function listen(name: string, room: Room): Promise<void> {
  room.on(RoomEvent.TrackSubscribed, (track) => {
    void (async () => {
      for await (const frame of new AudioStream(track)) {
        if (!frame.data.some((sample) => Math.abs(sample) > loud)) continue;
        return tell({ room: name, what: 'heard', at: now() });
      }
    })();
  });
  room.on(RoomEvent.TrackUnpublished, () => tell({ room: name, what: 'gone', at: now() }));
}

async function enter({ room: name, role, url = '', token = '' }: PersonOrder): Promise<void> {
  const room = new Room();
  open.push(room);
  if (role === 'listener') await listen(name, room);
  await enterEngine(room, url, token, role === 'listener');
  if (role === 'speaker') speakers.set(name, { room, sid: undefined });
}

/** A tone, sent as soon as the engine lets this person publish. */
async function speak(name: string): Promise<void> {
  const speaker = speakers.get(name)!;
  const source = new AudioSource(sampleRate, 1, 0);
  const track = LocalAudioTrack.createAudioTrack('microphone', source);
  const samples = (sampleRate * pieceMs) / 1000;
  const tone = Int16Array.from(
    { length: samples },
    (_, at) => 12_000 * Math.sin((2 * Math.PI * 1000 * at) / sampleRate),
  );
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false });
  for (let tries = 1; speaker.sid === undefined; tries++)
    try {
      speaker.sid = (await speaker.room.localParticipant!.publishTrack(track, options)).sid;
    } catch (error) {
      if (tries === publishTriesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, publishAgainMs));
    }
  const timer = setInterval(() => {
    if (speaker.sid === undefined) return clearInterval(timer);
    void source.captureFrame(new AudioFrame(tone, sampleRate, 1, samples)).catch(() => undefined);
  }, pieceMs);
}

async function stop(name: string): Promise<void> {
  const speaker = speakers.get(name)!;
  const { sid } = speaker;
  speaker.sid = undefined;
  // The engine has dropped it already; the client forgets it, too.
  if (sid !== undefined) await speaker.room.localParticipant!.unpublishTrack(sid).catch(() => undefined);
}

followOrders(async (order: PersonOrder) => {
  if (order.do === 'enter') await enter(order);
  if (order.do === 'speak') await speak(order.room);
  if (order.do === 'stop') await stop(order.room);
  tell({ room: order.room, what: 'done', at: now() });
});
