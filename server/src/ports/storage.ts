/** Files of the product (covers, avatars, videos). Keys are ours, never a user's file name. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>;
  delete(key: string): Promise<void>;
  /** Address a browser can load, absolute path or URL. */
  url(key: string): string;
}
