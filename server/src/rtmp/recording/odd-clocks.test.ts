import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encode, flashAndBeep, flashesAndBeeps, type SentMessage } from '../../../test/ingest/sent-media.ts';
import { headWithIndex, type IndexedPiece, lengthOf } from '../../features/broadcast/replay/mp4-head.ts';
import { MediaPipeline } from '../media/media-pipeline.ts';
import { messageType } from '../protocol/chunks.ts';
import type { RecordingSegment } from '../webrtc/app-client.ts';

const run = promisify(execFile);
const sentSeconds = 7;
const syncMsMax = 40;

let folder: string;
let plain: SentMessage[];
let withBFrames: SentMessage[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'odd-clocks-'));
  plain = await encode(flashAndBeep(sentSeconds));
  withBFrames = await encode(flashAndBeep(sentSeconds, '-bf 2'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Replay {
  readonly path: string;
  /** As the page shows it. */
  readonly lengthMs: number;
  readonly fileMs: number;
  readonly pieces: readonly IndexedPiece[];
}

/** Records what is sent, by the arrivals it names, and answers the replay's files in order. */
async function record(sent: readonly SentMessage[]): Promise<{ replays: Replay[]; media: MediaPipeline }> {
  const segments: RecordingSegment[] = [];
  const media = new MediaPipeline({
    ffmpeg: { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } },
    mayTranscode: () => true,
    sendVideo: () => undefined,
    sendAudio: () => undefined,
    storeSegment: async (segment) => {
      segments.push(segment);
      return 'stored';
    },
    refuse: (sentence) => expect.fail(sentence),
  });
  media.recorder.follow({ recording: true, replay: true });
  for (const { track, timestamp, at, payload } of sent.toSorted((one, other) => one.at - other.at)) {
    await setImmediate();
    media.onMessage({ type: messageType[track], streamId: 1, timestamp: timestamp >>> 0, payload }, at);
  }
  await media.close();
  const parts = [...Map.groupBy(segments, ({ file }) => file).values()];
  return { media, replays: await Promise.all(parts.map((part, index) => replayOf(part, `${index}.mp4`))) };
}

async function replayOf(segments: readonly RecordingSegment[], name: string): Promise<Replay> {
  const { headBytes, bytes } = segments[0]!;
  const indexed = segments.map((segment) => ({ ...segment, bytes: segment.bytes.length - segment.headBytes }));
  const path = join(folder, name);
  const fragments = segments.map((segment) => segment.bytes.subarray(segment.headBytes));
  await writeFile(path, Buffer.concat([headWithIndex(bytes.subarray(0, headBytes), indexed), ...fragments]));
  const probed = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]);
  return { path, lengthMs: lengthOf(indexed), fileMs: Number(probed.stdout) * 1000, pieces: indexed };
}

/** Players of live HLS add the lengths up. */
function lengthsAddUp(replays: readonly Replay[]): void {
  for (const { pieces } of replays) {
    expect(pieces[0]!.beginsMs).toBe(0);
    const ends = pieces.map(({ beginsMs, lengthMs }) => beginsMs + lengthMs);
    expect(ends.slice(0, -1)).toEqual(pieces.slice(1).map(({ beginsMs }) => beginsMs));
  }
}

/** A decoder takes the file without complaint, and beeps are heard when flashes are seen. */
async function playsInSync({ path }: Replay, pairsAtLeast: number): Promise<void> {
  const { flashes, beeps, complaints } = await flashesAndBeeps(path);
  expect(complaints).toBe('');
  const offsets = beeps.map((beep) => Math.min(...flashes.map((flash) => Math.abs(flash - beep))));
  // A beep without its flash, or the other way around, was not sent.
  const pairs = offsets.filter((offset) => offset < 500);
  expect(pairs.length).toBeGreaterThanOrEqual(pairsAtLeast);
  expect(Math.max(...pairs)).toBeLessThanOrEqual(syncMsMax);
}

type Change = (message: SentMessage, index: number) => SentMessage | undefined;
const stamped = (message: SentMessage, by: number): SentMessage => ({ ...message, timestamp: message.timestamp + by });
const shifted =
  (video: number, audio: number): Change =>
  (message) =>
    stamped(message, message.track === 'video' ? video : audio);
/** A change of the stamps from a moment of the stream on. */
const from =
  (fromMs: number, change: Change): Change =>
  (message, index) =>
    message.at < fromMs ? message : change(message, index);
/** Each so many messages of a track one of them is stamped earlier than the one before it. */
const backSteps = (track: SentMessage['track'], every: number, by: number): Change => {
  let count = 0;
  return (message) => {
    if (message.track !== track) return message;
    count += 1;
    return count % every === 0 ? stamped(message, -by) : message;
  };
};
/** The audio loses time with every step, as with a sender that counts its samples wrongly. */
function losing(every: number, by: number): Change {
  let count = 0;
  return (message) => {
    if (message.track === 'audio') count += 1;
    return message.track === 'audio' ? stamped(message, -Math.floor(count / every) * by) : message;
  };
}
const hours = 3_600_000;

test.each<[string, Change]>([
  ['one clock', (message) => message],
  ['audio 1.5 s ahead of the video', shifted(0, 1_500)],
  ['audio 5 s ahead of the video', shifted(0, 5_000)],
  ['audio 10 s ahead of the video', shifted(0, 10_000)],
  ['video 1.5 s ahead of the audio', shifted(1_500, 0)],
  ['video 5 s ahead of the audio', shifted(5_000, 0)],
  ['video 10 s ahead of the audio', shifted(10_000, 0)],
  ['clocks hours apart', shifted(9 * hours, 70_000)],
  ['a wrap at 2^32', shifted(2 ** 32 - 3_000, 2 ** 32 - 3_000)],
  ['a wrap of one track alone', shifted(2 ** 32 - 3_000, 0)],
  ['a restart at 0', from(4_000, (message) => stamped(message, -4_000))],
  ['a jump of an hour', from(4_000, (message) => stamped(message, hours))],
  ['a jump of 5 s', from(4_000, (message) => stamped(message, 5_000))],
  ['a jump back of 600 ms', from(4_000, (message) => stamped(message, -600))],
  ['a jump of the audio alone', from(4_000, shifted(0, 7_000))],
  ['a jump of the video alone', from(4_000, shifted(-3_000, 0))],
  ['audio that steps back by 9 ms every 0.4 s', backSteps('audio', 19, 30)],
  ['audio that is stamped 9 ms less every 0.4 s', losing(19, 9)],
  ['video that steps back', backSteps('video', 7, 60)],
  [
    'equal stamps of the audio',
    (message) =>
      message.track === 'audio' ? { ...message, timestamp: message.timestamp - (message.timestamp % 85) } : message,
  ],
  ['equal stamps of the video', backSteps('video', 7, 40)],
  ['stamps 0.5 % too fast', (message) => ({ ...message, timestamp: Math.round(message.timestamp * 1.005) })],
])('a recording with %s is as long as it was sent, with sound and picture together', async (_, change) => {
  const { replays, media } = await record(plain.flatMap((message, index) => change(message, index) ?? []));
  expect(replays).toHaveLength(1);
  const [replay] = replays as [Replay];
  expect(Math.abs(replay.lengthMs - sentSeconds * 1000)).toBeLessThan(300);
  expect(Math.abs(replay.fileMs - sentSeconds * 1000)).toBeLessThan(300);
  lengthsAddUp(replays);
  expect(media.video.transcodingReason).toBeUndefined();
  await playsInSync(replay, sentSeconds - 1);
});

const late = (message: SentMessage, by: number): SentMessage => ({ ...message, at: message.at + by });
const without =
  (track: SentMessage['track'], fromMs: number, toMs: number): Change =>
  (message) =>
    message.track === track && message.timestamp >= fromMs && message.timestamp < toMs ? undefined : message;
const isDescription = ({ payload }: SentMessage): boolean => payload[1] === 0;

test.each<[string, Change]>([
  ['audio that begins 3 s later', without('audio', 1, 3_000)],
  [
    'audio that begins 3 s later with a separate clock',
    (message, index) => {
      const kept = without('audio', 1, 3_000)(message, index);
      return kept && (kept.track === 'audio' ? stamped(kept, -3_000) : kept);
    },
  ],
  ['audio that pauses for 2 s', without('audio', 1_500, 3_500)],
  [
    'audio whose clock stands still while it pauses',
    (message, index) => {
      const kept = without('audio', 1_500, 3_500)(message, index);
      return kept && (kept.track === 'audio' && kept.timestamp >= 3_500 ? stamped(kept, -2_000) : kept);
    },
  ],
  [
    'audio that is described late',
    (message) =>
      message.track === 'audio' && message.at < 3_300
        ? isDescription(message)
          ? { ...message, at: 3_300, timestamp: 3_300 }
          : undefined
        : message,
  ],
  [
    'audio in bundles of 800 ms',
    (message) => (message.track === 'audio' ? { ...message, at: Math.ceil(message.at / 800) * 800 } : message),
  ],
  [
    'a network that stalls for 3 s',
    (message) =>
      message.at > 2_000 && message.at < 5_000 ? late(message, 5_000 - message.at + message.at / 1000) : message,
  ],
  ['video that is left out for 2.5 s', without('video', 2_001, 4_500)],
])('a recording with %s lacks nothing but what was not sent', async (_, change) => {
  const { replays } = await record(plain.flatMap((message, index) => change(message, index) ?? []));
  expect(replays.length).toBeLessThanOrEqual(3);
  const length = replays.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  expect(Math.abs(length - sentSeconds * 1000)).toBeLessThan(500);
  lengthsAddUp(replays);
  await playsInSync(replays.at(-1)!, 2);
});

test.each<[string, Change]>([
  ['as they are', (message) => message],
  [
    'with negative composition times',
    (message) => {
      if (message.track === 'audio' || isDescription(message)) return message;
      const payload = Buffer.from(message.payload);
      payload.writeIntBE(payload.readIntBE(2, 3) - 80, 2, 3);
      return { ...message, payload, timestamp: message.timestamp + 80, at: message.at + 80 };
    },
  ],
  [
    'with decoding times that step back',
    (message, index) => {
      if (message.track === 'audio' || isDescription(message) || index % 14 !== 5) return message;
      const payload = Buffer.from(message.payload);
      payload.writeIntBE(payload.readIntBE(2, 3) + 60, 2, 3);
      return { ...stamped(message, -60), payload };
    },
  ],
])('a recording with B-frames %s is as long as it was sent, in sync', async (_, change) => {
  const { replays } = await record(withBFrames.flatMap((message, index) => change(message, index) ?? []));
  expect(replays).toHaveLength(1);
  expect(Math.abs(replays[0]!.lengthMs - sentSeconds * 1000)).toBeLessThan(300);
  lengthsAddUp(replays);
  await playsInSync(replays[0]!, sentSeconds - 1);
});

test('the picture of an encoder that describes its audio and sends none is recorded', async () => {
  const { replays } = await record(plain.filter((message) => message.track === 'video' || isDescription(message)));
  const length = replays.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  expect(Math.abs(length - sentSeconds * 1000)).toBeLessThan(500);
  lengthsAddUp(replays);
});

test.each([
  ['with audio', '-c:a aac', 0],
  ['without audio, each fragment of which is written before they are there', '-an', 2 * 40],
])('lengths stay true where frames are shown before the key frame they follow, %s', async (_, audio, offsetMs) => {
  const sent = await encode(flashAndBeep(sentSeconds, '-bf 2 -g 30 -x264-params open-gop=1:b-adapt=0', audio));
  const { replays } = await record(sent);
  expect(replays).toHaveLength(1);
  const { pieces } = replays[0]!;
  const ends = pieces.map((_piece, at) => pieces.slice(0, at + 1).reduce((sum, { lengthMs }) => sum + lengthMs, 0));
  expect(pieces.length).toBeGreaterThan(4);
  expect(ends.slice(0, -1)).toEqual(pieces.slice(1).map(({ beginsMs }) => beginsMs + offsetMs));
  expect(ends.at(-1), 'up to the end of the last frame').toBe(sentSeconds * 1000);
});
