import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from '../../../process/config.ts';
import type { Storage } from '../../../ports/storage.ts';
import { mediaPath } from '../media-path.ts';

const missing = new Set(['NoSuchKey', 'NotFound']);
const requestMs = 10_000;

/**
 * Files in a bucket of S3 or of anything that speaks it. Browsers load them from its public address, else through the
 * app.
 */
export function s3Storage(s3: NonNullable<Config['s3']>): Storage {
  const client = new S3Client({
    region: s3.region,
    ...(s3.endpoint !== undefined && { endpoint: s3.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Checksums in trailers are Amazon's own; others refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: requestMs, connectionTimeout: requestMs / 2 },
  });
  const disk = new Disk(
    new S3Driver({
      client,
      bucket: s3.bucket,
      // New buckets have no access lists: the bucket's policy says who reads.
      supportsACL: false,
      visibility: 'public',
    }),
  );
  const publicUrl = s3.publicUrl?.replace(/\/$/, '');
  const cacheControl = 'public, max-age=31536000, immutable';
  const unlessMissing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (missing.has((error as { cause?: { name?: string } }).cause?.name ?? '')) return undefined;
      throw error;
    }
  };
  return {
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType, cacheControl }),
    async putFile(key, path, contentType) {
      const { size } = await stat(path);
      await disk.putStream(key, createReadStream(path), { contentType, cacheControl, contentLength: size });
    },
    async get(key) {
      const found = await unlessMissing(Promise.all([disk.getBytes(key), disk.getMetaData(key)]));
      return found && { bytes: found[0], contentType: found[1].contentType ?? 'application/octet-stream' };
    },
    size: async (key) => (await unlessMissing(disk.getMetaData(key)))?.contentLength,
    async read(key, start, end) {
      const range = `bytes=${start}-${end}`;
      const { Body } = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: key, Range: range }));
      // In Node it is always a stream of Node.
      return Body as Readable;
    },
    delete: (key) => disk.delete(key),
    url: (key) => (publicUrl === undefined ? `${mediaPath}${key}` : `${publicUrl}/${key}`),
  };
}
