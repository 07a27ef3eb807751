import { createReadStream, rmSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Storage } from '../../../ports/storage.ts';
import { mediaPath } from '../media-path.ts';

/** Bytes of a file outlast a power cut once this resolves. */
async function writeThrough(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Files in the home folder, served by the app under `/media/`. */
export function diskStorage(home: string): Storage {
  const root = join(home, 'media');
  const disk = new Disk(new FSDriver({ location: root, visibility: 'public' }));
  // One process has a home: what lies here was being written by one that ended.
  rmSync(join(root, 'parts'), { recursive: true, force: true });
  let parts = 0;
  const newPart = (): string => `parts/${process.pid}-${++parts}`;
  /** Readers see the whole file or none: it is written aside and renamed. */
  const publish = async (path: string, key: string): Promise<void> => {
    await mkdir(dirname(join(root, key)), { recursive: true });
    await rename(path, join(root, key));
  };
  return {
    async put(key, bytes, contentType) {
      const part = newPart();
      try {
        await disk.put(part, bytes, { contentType });
        await writeThrough(join(root, part));
      } catch (error) {
        // What a full disk has taken of it must not stay.
        await rm(join(root, part), { force: true });
        throw error;
      }
      await publish(join(root, part), key);
    },
    async putFile(key, path) {
      try {
        await publish(path, key);
      } catch (error) {
        if ((error as { code?: string }).code !== 'EXDEV') throw error;
        // It lies on another disk.
        const part = join(root, newPart());
        await mkdir(dirname(part), { recursive: true });
        await copyFile(path, part);
        await publish(part, key);
      }
    },
    async get(key) {
      if (!(await disk.exists(key))) return undefined;
      const [bytes, meta] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)]);
      return { bytes, contentType: meta.contentType ?? 'application/octet-stream' };
    },
    async size(key) {
      return (await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined;
    },
    read: async (key, start, end) => createReadStream(join(root, key), { start, end }),
    delete: (key) => disk.delete(key),
    url: (key) => `${mediaPath}${key}`,
  };
}
