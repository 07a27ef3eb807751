import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import {
  type DrawnFile,
  drawnPieceMs,
  drawStream,
  drawTrack,
  keepStream,
} from '../../../../test/recorder/drawn-tracks.ts';
import { liveRoom } from '../../../../test/rooms.ts';
import { headWithIndex } from './mp4-head.ts';

const run = promisify(execFile);
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mp4-head-'));
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** The seconds at which the index places each piece, and the end of the last. */
function indexedSeconds(head: Buffer): number[] {
  const at = head.indexOf('sidx') - 4;
  const [version, timescale] = [head[at + 8]!, head.readUInt32BE(at + 16)];
  expect(version).toBe(1);
  let time = Number(head.readBigUInt64BE(at + 20));
  const count = head.readUInt16BE(at + 38);
  expect(head.readUInt32BE(at)).toBe(40 + count * 12);
  const lengths = Array.from({ length: count }, (_, index) => head.readUInt32BE(at + 40 + index * 12 + 4));
  return [time, ...lengths.map((length) => (time += length))].map((ticks) => ticks / timescale);
}

const indexed = (file: DrawnFile, ordinals: readonly number[]) =>
  ordinals.map((ordinal) => ({
    bytes: file.pieces[ordinal]!.length,
    beginsMs: ordinal * drawnPieceMs,
    lengthMs: drawnPieceMs,
  }));

/** The time of the first picture that a player gets after a seek. */
async function soughtTo(path: string, second: number): Promise<number> {
  const words = ['-v', 'error', '-select_streams', 'v', '-read_intervals', `${second}%+#1`];
  const shown = ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  return Number.parseFloat((await run('ffprobe', [...words, ...shown, path])).stdout);
}

test.each([
  ['a picture', { kind: 'camera', mimeType: 'video/mp4', look: 'red', seconds: 10 }],
  ['sound alone', { kind: 'audio', mimeType: 'audio/mp4', look: '440', seconds: 10 }],
] as const)('the index of %s places pieces where they are in the recording', async (_, track) => {
  const file = await drawTrack(track);
  const placed = (ordinals: readonly number[]): number[] =>
    indexedSeconds(headWithIndex(file.head, indexed(file, ordinals)));
  expect(placed([0, 1, 2])).toEqual([0, 2, 4, 6]);
  expect(placed([2, 3, 4])).toEqual([4, 6, 8, 10]);
  // A cut in the middle is a piece that lasts longer.
  expect(placed([1, 4])).toEqual([2, 8, 10]);
});

test('the index of a part that begins days after its file does not overflow', async () => {
  const file = await drawTrack({ kind: 'camera', mimeType: 'video/mp4', look: 'red', seconds: 2 });
  const late = indexed(file, [0]).map((piece) => ({ ...piece, beginsMs: days(4) }));
  // In ticks of the picture, more than 32 bits hold.
  expect(indexedSeconds(headWithIndex(file.head, late))).toEqual([345_600, 345_602]);
});

test('a seek in a replay whose beginning was cut out arrives at the moment that was asked for', async () => {
  const room = await liveRoom(app, 0);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  const begins = app.clock.now() - minutes(1);
  await keepStream(app, room.event.id, await drawStream('green', 20), begins);
  await app.clock.advance(minutes(1));
  const seeks = async (): Promise<number[]> => {
    const { data } = await app.call('GET /events/:uuid/replay', {
      as: room.host.token,
      params: { uuid: room.event.id },
    });
    const path = join(folder, 'served.mp4');
    await writeFile(path, (await app.http.inject({ url: data.tracks[0]!.url })).rawPayload);
    return [await soughtTo(path, 9), await soughtTo(path, 13)];
  };
  // The picture begins with the first sound, a fiftieth of a second late.
  const keyFrames = [expect.closeTo(8, 1), expect.closeTo(12, 1)];
  expect(await seeks()).toEqual(keyFrames);
  const cut = await app.call('POST /events/replay/cut', {
    as: room.host.token,
    body: { event_uuid: room.event.id, from: begins, to: begins + 3_900 },
  });
  expect(cut.status).toBe(200);
  expect(await seeks()).toEqual(keyFrames);
});
