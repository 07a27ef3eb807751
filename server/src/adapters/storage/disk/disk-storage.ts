import { constants, createReadStream, rmSync } from 'node:fs';
import { access, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { isDiskFull, type Storage, StorageError } from '../../../ports/storage.ts';
import { checkNow } from '../check-now.ts';
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

async function asked<T>(what: string, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const kind = isDiskFull(error) ? 'full' : 'away';
    const cause = (error as { cause?: unknown }).cause ?? error;
    throw new StorageError(kind, `${what} ${key} failed: ${String(cause)}`, error);
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
  /** What a full disk has taken of a file must not stay. */
  const writeAside = async (write: (part: string) => Promise<unknown>, key: string): Promise<void> => {
    const part = newPart();
    try {
      await write(part);
      await publish(join(root, part), key);
    } catch (error) {
      await rm(join(root, part), { force: true });
      throw error;
    }
  };
  return {
    put: (key, bytes, contentType) =>
      asked('storing', key, () =>
        writeAside(async (part) => {
          await disk.put(part, bytes, { contentType });
          await writeThrough(join(root, part));
        }, key),
      ),
    putFile: (key, path) =>
      asked('storing', key, async () => {
        try {
          await publish(path, key);
        } catch (error) {
          if ((error as { code?: string }).code !== 'EXDEV') throw error;
          // It is on another disk.
          await writeAside(async (part) => {
            await mkdir(join(root, 'parts'), { recursive: true });
            await copyFile(path, join(root, part));
          }, key);
        }
      }),
    get: (key) =>
      asked('reading', key, async () => {
        if (!(await disk.exists(key))) return undefined;
        const [bytes, meta] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)]);
        return { bytes, contentType: meta.contentType ?? 'application/octet-stream' };
      }),
    size: (key) =>
      asked('measuring', key, async () =>
        (await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined,
      ),
    read: async (key, start, end) => createReadStream(join(root, key), { start, end }),
    delete: (key) => asked('deleting', key, () => disk.delete(key)),
    url: (key) => `${mediaPath}${key}`,
    check: checkNow(async () => {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
    }),
  };
}
