import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Instant, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';

/** A file of a multipart body, kept aside on disk. Its sender's name for it was never looked at. */
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
  readonly freeBytesMin: number;
  /** The whole file. */
  readonly timeMs: number;
  readonly windowMs: number;
  /** Fewer in a window, and the upload is dropped. */
  readonly windowBytesMin: number;
}

/** 60 s and at least 50 kB/s, and the disk is never filled to the brim. */
export const receiveLimits: Omit<ReceiveLimits, 'bytesMax'> = {
  freeBytesMin: 512 * 1024 * 1024,
  timeMs: seconds(60),
  windowMs: seconds(5),
  windowBytesMin: 250_000,
};

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

/** A part of a form as the multipart reader hands it over: `truncated` once it was longer than the limit. */
export interface FilePart {
  readonly fieldname: string;
  readonly file: Readable & { readonly truncated?: boolean };
}

/**
 * Writes a part of a form to disk as it comes, within limits of size, time and room. Undefined when it was longer
 * than allowed; nothing stays behind then, nor after a refusal.
 */
export async function receiveFile(
  { fieldname, file }: FilePart,
  path: string,
  limits: ReceiveLimits,
): Promise<ReceivedFile | undefined> {
  const discard = (): Promise<void> => rm(path, { force: true });
  await mkdir(join(path, '..'), { recursive: true });
  const disk = await statfs(join(path, '..'));
  if (disk.bavail * disk.bsize < limits.freeBytesMin + limits.bytesMax) throw refuse('storage_full');

  let bytes = 0;
  let windowBytes = 0;
  const tooSlow = new AbortController();
  const stop = (): void => tooSlow.abort();
  const whole = setTimeout(stop, limits.timeMs);
  const window = setInterval(() => {
    if (windowBytes < limits.windowBytesMin) stop();
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
    const { code } = error as { code?: string };
    if (code === 'ENOSPC') throw refuse('storage_full');
    // Who sends it hung up.
    if (code === 'ECONNRESET') throw refuse('bad_input', { detail: 'The file ended before its end.' });
    throw error;
  } finally {
    clearTimeout(whole);
    clearInterval(window);
  }
  if (!file.truncated) return { field: fieldname, path, bytes, discard };
  await discard();
  return undefined;
}
