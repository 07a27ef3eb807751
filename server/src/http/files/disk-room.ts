import { mkdir, statfs } from 'node:fs/promises';
import { refuse } from '@frontrow/core/refuse.ts';

/** Free bytes that no upload may use. The database may be on the same disk. */
export const freeBytesMin = 512 * 1024 * 1024;

/** Room on the disk for what is being uploaded. */
export interface DiskRoom {
  /** Throws `storage_full` where the disk has no room for so many bytes in addition to what others were promised. */
  reserve(bytes: number): Promise<Reservation>;
}

export interface Reservation {
  /** These bytes are on the disk now, so they are no longer among its free ones. */
  written(bytes: number): void;
  release(): void;
}

/** Bytes of the disk that this folder is on. */
export async function diskOf(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Room in one folder, of one process. `keptFree` stays free whatever is uploaded. */
export function diskRoom(folder: string, keptFree = freeBytesMin): DiskRoom {
  /** Promised to uploads under way and not written yet. */
  let promised = 0;
  return {
    async reserve(bytes) {
      promised += bytes;
      let left = bytes;
      const written = (some: number): void => {
        const counted = Math.min(left, some);
        left -= counted;
        promised -= counted;
      };
      const release = (): void => written(left);
      try {
        await mkdir(folder, { recursive: true });
        if ((await diskOf(folder)).free < keptFree + promised) throw refuse('storage_full');
      } catch (error) {
        release();
        throw error;
      }
      return { written, release };
    },
  };
}
