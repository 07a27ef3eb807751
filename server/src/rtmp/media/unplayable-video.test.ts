import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { encode } from '../../../test/ingest/sent-media.ts';
import { readAvcConfig } from '../h264/units.ts';
import { readSps } from '../h264/sps.ts';
import { messageType } from '../protocol/chunks.ts';
import type { RecordingSegment } from '../webrtc/app-client.ts';
import { MediaPipeline } from './media-pipeline.ts';

const moving = (args: string): string[] =>
  `-f lavfi -i testsrc=size=640x360:rate=25 -t 16 -c:v libx264 -preset ultrafast -g 25 ${args}`.split(' ');

const startCode = Buffer.from([0, 0, 0, 1]);
const spsType = 7;

/** What an SPS inside a frame with start codes says. */
function formOf(frame: Buffer) {
  for (let at = frame.indexOf(startCode); at >= 0; at = frame.indexOf(startCode, at + 4)) {
    const end = frame.indexOf(startCode, at + 4);
    if ((frame[at + 4]! & 0x1f) === spsType) return readSps(frame.subarray(at + 4, end < 0 ? frame.length : end));
  }
  return undefined;
}

test.each([
  ['10 bits', '-pix_fmt yuv420p10le -tune zerolatency', /^Your encoder is sending 10-bit video/],
  ['4:2:2', '-pix_fmt yuv422p -tune zerolatency', /^Your encoder is sending 4:2:2 color/],
  ['4:4:4', '-pix_fmt yuv444p -tune zerolatency', /^Your encoder is sending 4:4:4 color/],
  [
    '4:4:4 of an odd size',
    '-vf crop=639:359:0:0 -pix_fmt yuv444p -tune zerolatency',
    /^Your encoder is sending 4:4:4 color/,
  ],
  [
    'interlaced video',
    '-vf scale=640:352 -pix_fmt yuv420p -preset veryfast -tune zerolatency -x264-params tff=1',
    /^Your encoder is sending interlaced video/,
  ],
])('%s reaches viewers and the recording as 8-bit 4:2:0 frames, and the host reads why', async (_, args, why) => {
  const frames: Buffer[] = [];
  const segments: RecordingSegment[] = [];
  const media = new MediaPipeline({
    ffmpeg: { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } },
    mayTranscode: () => true,
    sendVideo: (frame) => void frames.push(Buffer.from(frame)),
    sendAudio: () => undefined,
    storeSegment: async (segment) => {
      segments.push(segment);
      return 'stored';
    },
    refuse: (sentence) => expect.fail(sentence),
  });
  media.recorder.follow({ recording: true, replay: true });
  for (const { track, timestamp, at, payload } of await encode(moving(args))) {
    await setImmediate();
    media.onMessage({ type: messageType[track], streamId: 1, timestamp, payload }, at);
  }
  expect(media.video.transcodingReason).toMatch(why);
  await until('the picture comes out', () => frames.length > 20);
  await media.close();
  const playable = { bitDepth: 8, chroma: '4:2:0', interlaced: false };
  expect(formOf(frames[0]!)).toMatchObject(playable);
  const head = segments[0]!.bytes;
  const avcC = head.subarray(head.indexOf('avcC') + 4);
  expect(readSps(readAvcConfig(avcC).sps[0]!)).toMatchObject(playable);
});
