import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  dropStaleUploads,
  receiveFile,
  type ReceiveLimits,
  uploadRate,
  uploadsFolder,
  diskOf,
  diskRoom,
} from './receive-file.ts';

let home: string;
beforeAll(async () => void (home = await mkdtemp(join(tmpdir(), 'frontrow-receive-'))));
afterAll(() => rm(home, { recursive: true }));

const receive = (file: Readable, more: Partial<ReceiveLimits> = {}) =>
  receiveFile({ fieldname: 'video', file }, join(uploadsFolder(home), 'one'), {
    ...uploadRate,
    bytesMax: 1_000_000,
    room: diskRoom(uploadsFolder(home), 0),
    ...more,
  });
const left = (): Promise<string[]> => readdir(uploadsFolder(home)).catch(() => []);

/** Sends one byte and never another. */
const stalled = (): Readable => {
  let sent = false;
  return new Readable({
    read() {
      if (!sent) this.push(Buffer.from([1]));
      sent = true;
    },
  });
};

test('a file is kept as it came, and gone when it is given up', async () => {
  const file = await receive(Readable.from([Buffer.from('abc'), Buffer.from('def')]));
  expect(file).toMatchObject({ field: 'video', bytes: 6 });
  expect(await left()).toEqual(['one']);
  await file?.discard();
  await file?.discard();
  expect(await left()).toEqual([]);
});

test('an upload that stalls is dropped, and one that keeps its rate may take any number of windows', async () => {
  await expect(receive(stalled(), { windowMs: 30 })).rejects.toMatchObject({ code: 'upload_too_slow' });
  expect(await left()).toEqual([]);
  const windowMs = 300;
  const began = performance.now();
  const steady = Readable.from(
    (async function* () {
      while (performance.now() - began < 6 * windowMs) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield Buffer.alloc(100);
      }
    })(),
  );
  const file = await receive(steady, { windowMs, windowBytesMin: 100 });
  expect(performance.now() - began).toBeGreaterThan(5 * windowMs);
  expect(file?.bytes).toBeGreaterThan(600);
  await file?.discard();
});

test('a file that is longer than allowed is not kept', async () => {
  expect(await receive(Readable.from([Buffer.alloc(600_000), Buffer.alloc(600_000)]))).toBeUndefined();
  expect(await left()).toEqual([]);
});

test('a sender that goes away leaves nothing behind, and is no fault of ours', async () => {
  const file = stalled();
  const asked = receive(file);
  file.on('error', () => undefined).destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await expect(asked).rejects.toMatchObject({ code: 'bad_input' });
  expect(await left()).toEqual([]);
});

test('a disk without room for the largest file takes none', async () => {
  const room = diskRoom(uploadsFolder(home), 2 ** 60);
  await expect(receive(Readable.from([Buffer.from('abc')]), { room })).rejects.toMatchObject({ code: 'storage_full' });
});

test('uploads under way count: the last room of a disk is not promised twice', async () => {
  const folder = uploadsFolder(home);
  const { free } = await diskOf(folder);
  const room = diskRoom(folder, free - 3_000_000_000);
  const first = await room.reserve(2_000_000_000);
  await expect(room.reserve(2_000_000_000)).rejects.toMatchObject({ code: 'storage_full' });
  first.release();
  (await room.reserve(2_000_000_000)).release();
});

test('what a process left behind is taken away after ten minutes, not before', async () => {
  const now = Date.now();
  const age = async (name: string, ms: number): Promise<void> => {
    const path = join(uploadsFolder(home), name);
    await writeFile(path, 'x');
    await utimes(path, (now - ms) / 1000, (now - ms) / 1000);
  };
  await age('old', minutes(10) + seconds(1));
  await age('new', minutes(10) - seconds(1));
  await dropStaleUploads(home, now);
  expect(await left()).toEqual(['new']);
});
