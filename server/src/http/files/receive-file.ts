import { mkdir, statfs } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Instant, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isDiskFull } from '../../ports/storage.ts';

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

/** A file that was uploaded, kept aside on disk. Its sender's name for it was never looked at. */
export interface ReceivedFile {
  /** Name of the form field. */
  readonly field: string;
  readonly path: string;
  readonly bytes: number;
  /** Removes it, if nobody moved it away. */
  discard(): Promise<void>;
}

export interface ReceiveLimits {
  readonly bytesMax: number;
  readonly room: DiskRoom;
  /** At most so many will arrive, where that is known. */
  readonly roomBytes?: number;
  readonly windowMs: number;
  /** Fewer in a window, and the upload is dropped. */
  readonly windowBytesMin: number;
}

/** At least 25 kB/s, whatever the whole takes: a slow line is welcome, one that drips is not. */
export const uploadRate = { windowMs: seconds(20), windowBytesMin: 500_000 } as const;

/** Where uploads stay until they are judged. */
export const uploadsFolder = (home: string): string => join(home, 'uploads');

const staleMs = minutes(10);

/** Takes away what a process that died in the middle of an upload left behind. */
export async function dropStaleUploads(home: string, now: Instant): Promise<void> {
  const folder = uploadsFolder(home);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now - found.mtimeMs > staleMs) await rm(path, { force: true });
  }
}

/** What arrives: `truncated` once a part of a form was longer than its limit. */
export interface FilePart {
  readonly fieldname: string;
  readonly file: Readable & { readonly truncated?: boolean };
}

/**
 * Writes what arrives to disk, within limits of size, rate and room. Undefined when it was longer than allowed;
 * nothing stays behind then, nor after a refusal.
 */
export async function receiveFile(
  { fieldname, file }: FilePart,
  path: string,
  limits: ReceiveLimits,
): Promise<ReceivedFile | undefined> {
  const discard = (): Promise<void> => rm(path, { force: true });
  const reserved = await limits.room.reserve(limits.roomBytes ?? limits.bytesMax);
  let bytes = 0;
  let windowBytes = 0;
  const tooSlow = new AbortController();
  const window = setInterval(() => {
    if (windowBytes < limits.windowBytesMin) tooSlow.abort();
    windowBytes = 0;
  }, limits.windowMs);
  const kept = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(
      file,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          windowBytes += chunk.length;
          if (bytes > limits.bytesMax) return;
          reserved.written(chunk.length);
          yield chunk;
        }
      },
      kept,
      { signal: tooSlow.signal },
    );
  } catch (error) {
    // A file that is just being opened would come after it was removed.
    if (!kept.closed) await new Promise<void>((resolve) => kept.once('close', resolve));
    await discard();
    if (tooSlow.signal.aborted) throw refuse('upload_too_slow');
    if (isDiskFull(error)) throw refuse('storage_full');
    // Its sender hung up.
    const { code } = error as { code?: string };
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw refuse('bad_input', { detail: 'The file ended before its end.' });
    throw error;
  } finally {
    clearInterval(window);
    reserved.release();
  }
  if (!file.truncated && bytes <= limits.bytesMax) return { field: fieldname, path, bytes, discard };
  await discard();
  return undefined;
}
