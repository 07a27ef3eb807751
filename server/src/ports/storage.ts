import type { Readable } from 'node:stream';

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
}
