import type { Readable } from 'node:stream';
import type { PartState } from './part-state.ts';

/** Files of the product (covers, avatars, videos). Keys are ours, never a user's file name. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Stores a file of this machine's disk without reading it into memory. It may be gone from `path` afterwards. */
  putFile(key: string, path: string, contentType: string): Promise<void>;
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>;
  /** Bytes of a file, or undefined. */
  size(key: string): Promise<number | undefined>;
  /** From byte `start` to byte `end`, both included. */
  read(key: string, start: number, end: number): Promise<Readable>;
  delete(key: string): Promise<void>;
  /** Address a browser can load, absolute path or URL. */
  url(key: string): string;
  /** Whether files can be stored and read, asked again where the last answer is old. Never throws, and is bounded. */
  check(): Promise<StorageCheck>;
}

export interface StorageCheck {
  readonly state: PartState;
  /** The cause where it is not ready, for the log. */
  readonly why?: string;
}

/**
 * What every adapter throws when a file could not be stored, read or deleted. `full`: there is no room for more;
 * `away`: it does not answer, or refuses us.
 */
export class StorageError extends Error {
  readonly kind: 'full' | 'away';

  constructor(kind: 'full' | 'away', message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

const diskFull = new Set(['ENOSPC', 'EDQUOT']);

/** Whether an error, or what caused it, says that a disk has no room left. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error as { code?: string; cause?: unknown } | undefined; at; at = at.cause as typeof at)
    if (diskFull.has(at.code ?? '')) return true;
  return false;
}

/** Whether nothing was stored because there is no room, on a disk or in a bucket. */
export const isStorageFull = (error: unknown): boolean =>
  (error instanceof StorageError && error.kind === 'full') || isDiskFull(error);
