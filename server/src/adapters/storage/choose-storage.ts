import type { Config } from '../../process/config.ts';
import type { Storage } from '../../ports/storage.ts';
import { diskStorage } from './disk/disk-storage.ts';

/** S3 where a bucket is named, else a folder in the home. */
export async function chooseStorage({ config }: { config: Config }): Promise<Storage> {
  if (config.s3 === undefined) return diskStorage(config.home);
  // Loaded only where it is used: the client is large.
  const { s3Storage } = await import('./s3/s3-storage.ts');
  return s3Storage(config.s3);
}
