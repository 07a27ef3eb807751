import { expect, test } from 'vitest';
import { avcC640x360 } from '../../test/ingest/rtmp-bytes.ts';
import { LiveStream } from './live-stream.ts';
import type { Frame, TrackFormat } from './rtp/frames.ts';
import { StreamFile } from './stream-file.ts';
import type { FilePiece } from './track-file.ts';

const began = 1_700_000_000_000;
const avc: TrackFormat = { codec: 'avc', width: 640, height: 360, avcC: avcC640x360 };
const framesEvery = 40;

/** A host who sends for a while, with a key frame every two seconds, and the pieces that viewers get. */
function streaming() {
  const files: StreamFile[] = [];
  const finished: Promise<void>[] = [];
  const pieces: (FilePiece & { readonly file: number })[] = [];
  const live = new LiveStream({
    begin(format, beganAt) {
      const nth = files.length;
      files.push(new StreamFile(format, beganAt, (piece) => pieces.push({ ...piece, file: nth })));
      return files[nth]!;
    },
    finished: (file) => finished.push(file.finish()),
  });
  let now = 0;
  return {
    pieces,
    send(ms: number, { camera = true, microphone = true, format = avc } = {}): void {
      for (const until = now + ms; now < until; now += framesEvery / 2) {
        if (microphone) live.onSound({ bytes: Buffer.from([0xf8, 1, 2]), ms: began + now, lengthMs: 20 });
        if (!camera || now % framesEvery !== 0) continue;
        const key = now % 2_000 === 0;
        const frame = { timestamp: 0, bytes: Buffer.from([0, 0, 0, 2, key ? 0x65 : 0x41, 1]), key };
        live.onVideo({ ...frame, format: key ? format : undefined } satisfies Frame, began + now);
      }
    },
    async end(): Promise<void> {
      live.end();
      await Promise.all(finished);
    },
  };
}
const tracksIn = ({ bytes }: FilePiece): number => bytes.toString('latin1').split('traf').length - 1;
const lastEnd = (pieces: readonly FilePiece[]): number => pieces.at(-1)!.beginsMs + pieces.at(-1)!.lengthMs;

test.each([
  ['a microphone that is off', { microphone: false }],
  ['a camera that is off', { camera: false }],
])('%s leaves no gap: every piece has picture and sound, and a player reaches the end', async (_what, missing) => {
  const { send, end, pieces } = streaming();
  send(4_000);
  send(6_000, missing);
  send(4_000);
  await end();
  expect(new Set(pieces.map(({ file }) => file))).toEqual(new Set([0]));
  expect(pieces.map(tracksIn)).toEqual(pieces.map(() => 2));
  for (const [index, piece] of pieces.slice(0, -1).entries())
    expect(piece.beginsMs + piece.lengthMs).toBe(pieces[index + 1]!.beginsMs);
  expect(lastEnd(pieces)).toBeGreaterThan(13_800);
});

test('a stream without a microphone has silence from its beginning', async () => {
  const { send, end, pieces } = streaming();
  send(6_000, { microphone: false });
  await end();
  expect(pieces.map(tracksIn)).toEqual(pieces.map(() => 2));
  expect(pieces.length).toBeGreaterThan(1);
});

test('another size, and a pause of picture and sound, begin another file', async () => {
  const { send, end, pieces } = streaming();
  send(4_000);
  const other = Buffer.from(avcC640x360);
  other[3] = other[3]! + 1;
  send(4_000, { format: { ...avc, avcC: other } });
  send(6_000, { camera: false, microphone: false });
  send(4_000, { format: { ...avc, avcC: other } });
  await end();
  expect(new Set(pieces.map(({ file }) => file))).toEqual(new Set([0, 1, 2]));
  expect(pieces.filter(({ head }) => head !== undefined).map(({ ordinal }) => ordinal)).toEqual([0, 0, 0]);
});

test('a size that lasts less than a second begins no file, so players get no file of a single frame', async () => {
  const { send, end, pieces } = streaming();
  const small = Buffer.from(avcC640x360);
  small[3] = small[3]! + 1;
  send(6_000);
  send(500, { format: { ...avc, avcC: small } });
  send(1_500, { camera: false });
  send(4_000);
  await end();
  expect(new Set(pieces.map(({ file }) => file))).toEqual(new Set([0, 1]));
  expect(pieces.every(({ lengthMs }) => lengthMs >= 900)).toBe(true);
});

test('VP8 is not written', async () => {
  const { send, end, pieces } = streaming();
  send(4_000, { format: { codec: 'vp8', width: 640, height: 360 } });
  await end();
  expect(pieces).toEqual([]);
});
