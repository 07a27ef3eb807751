import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Storage } from '../../../ports/storage.ts';
import { mediaPath } from '../media-path.ts';

/** Files in the home folder, served by the app under `/media/`. */
export function diskStorage(home: string): Storage {
  const root = join(home, 'media');
  const disk = new Disk(new FSDriver({ location: root, visibility: 'public' }));
  let parts = 0;
  return {
    /** Readers see the whole file or none: it is written aside and renamed. */
    async put(key, bytes, contentType) {
      const part = `parts/${process.pid}-${++parts}`;
      await disk.put(part, bytes, { contentType });
      await mkdir(dirname(join(root, key)), { recursive: true });
      await rename(join(root, part), join(root, key));
    },
    async get(key) {
      if (!(await disk.exists(key))) return undefined;
      const [bytes, meta] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)]);
      return { bytes, contentType: meta.contentType ?? 'application/octet-stream' };
    },
    delete: (key) => disk.delete(key),
    url: (key) => `${mediaPath}${key}`,
  };
}
