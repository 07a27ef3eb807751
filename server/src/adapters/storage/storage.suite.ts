import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../ports/storage.ts';

/** What every adapter of the storage port must do. */
export function storageSuite(
  name: string,
  open: () => Promise<{ storage: Storage; close: () => Promise<void> }>,
): void {
  describe(`storage in ${name}`, () => {
    let storage: Storage;
    let close: () => Promise<void>;
    beforeAll(async () => void ({ storage, close } = await open()));
    afterAll(() => close());

    const newKey = (): string => `covers/${randomUUID()}-384.webp`;
    const bytes = Buffer.from([0, 255, 1, 254, 13, 10, 0]);

    test('a file comes back as it was stored, bytes and kind', async () => {
      const key = newKey();
      await storage.put(key, bytes, 'image/webp');
      const found = await storage.get(key);
      expect(Buffer.from(found!.bytes)).toEqual(bytes);
      expect(found!.contentType).toBe('image/webp');
    });

    test('a file that is not there is undefined', async () => {
      expect(await storage.get(newKey())).toBeUndefined();
    });

    test('the same key twice holds the second', async () => {
      const key = newKey();
      await storage.put(key, bytes, 'image/webp');
      await storage.put(key, Buffer.from('second'), 'image/webp');
      expect(Buffer.from((await storage.get(key))!.bytes).toString()).toBe('second');
    });

    test('deleting makes it gone, and twice is fine', async () => {
      const key = newKey();
      await storage.put(key, bytes, 'image/webp');
      await storage.delete(key);
      await storage.delete(key);
      expect(await storage.get(key)).toBeUndefined();
    });

    test('a reader sees a whole file or none while it is written again and again', async () => {
      const key = newKey();
      const one = Buffer.alloc(400_000, 1);
      const two = Buffer.alloc(400_000, 2);
      await storage.put(key, one, 'image/webp');
      const writing = (async () => {
        for (let n = 0; n < 10; n++) await storage.put(key, n % 2 === 0 ? two : one, 'image/webp');
      })();
      for (let n = 0; n < 20; n++) {
        const { bytes: seen } = (await storage.get(key))!;
        expect(seen.length).toBe(one.length);
        expect(seen[0]).toBe(seen[seen.length - 1]);
      }
      await writing;
    });

    test('a file is stored from disk with its size, and any part of it can be read', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'frontrow-put-'));
      const path = join(folder, 'a file');
      const whole = Buffer.from('0123456789');
      await writeFile(path, whole);
      const key = `videos/${randomUUID()}.mp4`;
      await storage.putFile(key, path, 'video/mp4');
      await rm(folder, { recursive: true });
      expect(await storage.size(key)).toBe(whole.length);
      expect((await buffer(await storage.read(key, 0, 9))).toString()).toBe('0123456789');
      expect((await buffer(await storage.read(key, 3, 5))).toString()).toBe('345');
      expect((await storage.get(key))?.contentType).toBe('video/mp4');
      expect(await storage.size(newKey())).toBeUndefined();
    });

    test('the address ends in the key', () => {
      const key = newKey();
      expect(storage.url(key).endsWith(`/${key}`)).toBe(true);
    });
  });
}
