import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediaBytes, publishBytes } from '../../test/ingest/rtmp-bytes.ts';
import { HealthMeter } from './media/health.ts';
import { TrackClocks } from './media/track-clocks.ts';
import { VideoPipeline } from './media/video-pipeline.ts';
import { BadStream } from './protocol/bad-stream.ts';
import { RtmpSession } from './protocol/rtmp-session.ts';

const streams = 400;
const seed = 20_261;

interface Change {
  readonly at: number;
  readonly kind: 'flip' | 'cut' | 'insert' | 'repeat';
  readonly byte: number;
  readonly count: number;
}

const changes = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom('flip', 'flip', 'flip', 'cut', 'insert', 'repeat'),
    byte: fc.integer({ min: 0, max: 255 }),
    count: fc.integer({ min: 1, max: 300 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Behind the handshake, whose bytes mean nothing. */
const handshakeEnd = 1 + 2 * 1536;

function changed(bytes: Buffer, list: readonly Change[]): Buffer {
  let all = bytes;
  for (const { at, kind, byte, count } of list) {
    const place = handshakeEnd + Math.floor(at * (all.length - handshakeEnd));
    const [before, after] = [all.subarray(0, place), all.subarray(place)];
    if (kind === 'flip') all = Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
    else if (kind === 'cut') all = Buffer.concat([before, after.subarray(count)]);
    else if (kind === 'insert') all = Buffer.concat([before, Buffer.alloc(count, byte), after]);
    else all = Buffer.concat([before, after.subarray(0, count), after]);
  }
  return all;
}

/** Takes the stream like a connection does; answers how many pictures came through. */
function play(bytes: Buffer, pieceBytes: number): number {
  let sent = 0;
  const clock = new TrackClocks();
  const pictures = new VideoPipeline({
    // What is to be encoded again ends here.
    ffmpeg: { path: '/bin/true', env: {} },
    meter: new HealthMeter(),
    recorder: { describeVideo: () => undefined, onVideo: () => undefined },
    send: () => (sent += 1),
    mayTranscode: () => true,
    refuse: () => undefined,
  });
  const session: RtmpSession = new RtmpSession({
    send: () => undefined,
    publish: () => session.accept(),
    media: ({ type, payload, timestamp }) =>
      type === 9 && pictures.onMessage(payload, clock.at('video', timestamp, 0), 0),
    unpublished: () => undefined,
    ended: () => undefined,
  });
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) session.onData(bytes.subarray(at, at + pieceBytes));
  } catch (error) {
    // Any other fault would be one of ours.
    if (!(error instanceof BadStream)) throw error;
  } finally {
    pictures.close();
  }
  return sent;
}

const whole = Buffer.concat([publishBytes('key'), mediaBytes(30)]);

test('an unbroken stream comes through whole', () => {
  expect([play(whole, whole.length), play(whole, 1)]).toEqual([30, 30]);
});

test(`${streams} broken streams end as broken streams, whatever was changed in them`, () => {
  let through = 0;
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 5000 }), (list, pieceBytes) => {
      through += play(changed(whole, list), pieceBytes);
    }),
    { numRuns: streams, seed },
  );
  // Many are broken late or harmlessly: the test would prove nothing if all ended at once.
  expect(through).toBeGreaterThan(streams);
});
