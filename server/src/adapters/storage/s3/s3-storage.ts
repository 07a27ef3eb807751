import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from '../../../config.ts';
import type { Storage } from '../../../ports/storage.ts';
import { mediaPath } from '../media-path.ts';

const missing = new Set(['NoSuchKey', 'NotFound']);
const requestMs = 10_000;

/** Files in a bucket of S3 or of anything that speaks it. Browsers load them from its public address, else through the app. */
export function s3Storage(s3: NonNullable<Config['s3']>): Storage {
  const disk = new Disk(
    new S3Driver({
      bucket: s3.bucket,
      region: s3.region,
      ...(s3.endpoint !== undefined && { endpoint: s3.endpoint, forcePathStyle: true }),
      credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
      // Checksums in trailers are Amazon's own; others refuse them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { requestTimeout: requestMs, connectionTimeout: requestMs / 2 },
      // New buckets have no access lists: the bucket's policy says who reads.
      supportsACL: false,
      visibility: 'public',
    }),
  );
  const publicUrl = s3.publicUrl?.replace(/\/$/, '');
  return {
    put: (key, bytes, contentType) =>
      disk.put(key, bytes, { contentType, cacheControl: 'public, max-age=31536000, immutable' }),
    async get(key) {
      try {
        const [bytes, meta] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)]);
        return { bytes, contentType: meta.contentType ?? 'application/octet-stream' };
      } catch (error) {
        if (missing.has((error as { cause?: { name?: string } }).cause?.name ?? '')) return undefined;
        throw error;
      }
    },
    delete: (key) => disk.delete(key),
    url: (key) => (publicUrl === undefined ? `${mediaPath}${key}` : `${publicUrl}/${key}`),
  };
}
