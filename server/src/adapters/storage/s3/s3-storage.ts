import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Config } from '../../../process/config.ts';
import { isDiskFull, type Storage, StorageError } from '../../../ports/storage.ts';
import { mediaPath } from '../media-path.ts';
import { checkNow } from '../check-now.ts';
import { isOwnBug } from '../../is-own-bug.ts';

interface S3Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
}

/** Amazon's word for what is wrong. */
const nameOf = (error: unknown): string => (error as S3Failure | undefined)?.name ?? '';

const statusOf = (error: unknown): number => (error as S3Failure).$metadata?.httpStatusCode ?? 0;

/** What stores that speak S3 say when they have no room. */
const saysFull = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage', 'InsufficientCapacity']);
const insufficientStorage = 507;

/** Refusals that are the same the next time; everything else may pass. */
function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error);
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== insufficientStorage);
}

/** The port's error, with the bucket's own words for the log. */
function storageErrorOf(what: string, error: unknown): StorageError {
  const { message, code } = error as S3Failure;
  const status = statusOf(error);
  const full = saysFull.has(nameOf(error)) || status === insufficientStorage || isDiskFull(error);
  const words = [nameOf(error), code, status || undefined, message].filter((word) => word).join(' ');
  return new StorageError(full ? 'full' : 'away', `${what} failed: ${words}`, error);
}

type S3 = NonNullable<Config['s3']>;

/** How long the calls to a bucket may take; tests make these shorter. */
export interface S3Times {
  /** A connection on which nothing moves is given up after this. */
  readonly idleMs: number;
  /** Bytes that are sent to a person who watches may pause with that person's player. */
  readonly watchedIdleMs: number;
  /** Small files, all attempts together. */
  readonly callMs: number;
  /** Files of up to a hundred megabytes, all attempts together. */
  readonly fileMs: number;
  /** Before an upload is sent again; doubled each time. */
  readonly againMs: number;
}

const s3Times: S3Times = {
  idleMs: seconds(8),
  watchedIdleMs: seconds(120),
  callMs: seconds(10),
  fileMs: seconds(600),
  againMs: 500,
};

const sendsMax = 5;
const cacheControl = 'public, max-age=31536000, immutable';
const otherwise = 'application/octet-stream';

/** Streams to people take their own connections: a slow one must not keep another file waiting. */
const clientOf = (s3: S3, idleMs: number, connectMs: number, maxSockets: number): S3Client =>
  new S3Client({
    region: s3.region,
    ...(s3.endpoint !== undefined && { endpoint: s3.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Checksums in trailers are Amazon's own; others refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // `requestTimeout` only warns in this client; a call is ended by `within`.
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });

/** Ends with an error after `ms`, all attempts and the reading of the answer included. */
async function within<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborting = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error(`no answer within ${ms} ms`), { name: 'TimeoutError' }));
      aborting.abort();
    }, ms);
  });
  try {
    return await Promise.race([call(aborting.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Files in a bucket of S3 or of anything that speaks it. Browsers load them from its public address, else through the
 * app. Every call ends in time, and what fails says whether there is no room or no answer.
 */
export function s3Storage(s3: S3, times: S3Times = s3Times): Storage {
  const client = clientOf(s3, times.idleMs, times.callMs / 2, 100);
  const streams = clientOf(s3, times.watchedIdleMs, times.callMs / 2, 1_000);
  const publicUrl = s3.publicUrl?.replace(/\/$/, '');
  const at = (key: string): { Bucket: string; Key: string } => ({ Bucket: s3.bucket, Key: key });

  const asked = async <T>(what: string, key: string, call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (isOwnBug(error)) throw error;
      throw storageErrorOf(`${what} ${key} in the bucket ${s3.bucket}`, error);
    }
  };
  const unlessMissing = async <T>(call: Promise<T>): Promise<T | undefined> => {
    try {
      return await call;
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined;
      throw error;
    }
  };

  const put = (key: string, bytes: Uint8Array, contentType: string): Promise<unknown> =>
    within(times.callMs * 3, (abortSignal) =>
      client.send(
        new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType, CacheControl: cacheControl }),
        { abortSignal },
      ),
    );
  /** The client cannot send a stream twice, so each attempt reads the file again. */
  const sendFile = async (key: string, path: string, contentType: string): Promise<void> => {
    const { size } = await stat(path);
    const end = performance.now() + times.fileMs;
    for (let sends = 1; ; sends++) {
      const file = createReadStream(path);
      try {
        await within(end - performance.now(), (abortSignal) =>
          client.send(
            new PutObjectCommand({
              ...at(key),
              Body: file,
              ContentLength: size,
              ContentType: contentType,
              CacheControl: cacheControl,
            }),
            { abortSignal },
          ),
        );
        return;
      } catch (error) {
        if (sends >= sendsMax || performance.now() > end || !isWorthRetrying(error)) throw error;
        await pause(times.againMs * 2 ** (sends - 1));
      } finally {
        file.destroy();
      }
    }
  };
  const getObject = async (key: string): Promise<{ bytes: Uint8Array; contentType: string }> =>
    within(times.callMs, async (abortSignal) => {
      const { Body, ContentType = otherwise } = await client.send(new GetObjectCommand(at(key)), { abortSignal });
      return { bytes: await Body!.transformToByteArray(), contentType: ContentType };
    });
  const sizeOf = async (key: string): Promise<number | undefined> => {
    try {
      const command = new HeadObjectCommand(at(key));
      return (await within(times.callMs, (abortSignal) => client.send(command, { abortSignal }))).ContentLength;
    } catch (error) {
      if (nameOf(error) !== 'NotFound') throw error;
      // The answer to HEAD has no body that tells a missing file from a missing bucket.
      return (await getObject(key)).bytes.length;
    }
  };

  return {
    put: async (key, bytes, contentType) => void (await asked('storing', key, put(key, bytes, contentType))),
    putFile: (key, path, contentType) => asked('storing', key, sendFile(key, path, contentType)),
    get: (key) => asked('reading', key, unlessMissing(getObject(key))),
    size: (key) => asked('measuring', key, unlessMissing(sizeOf(key))),
    read: (key, start, end) =>
      asked(
        'reading',
        key,
        within(times.callMs, async (abortSignal) => {
          const command = new GetObjectCommand({ ...at(key), Range: `bytes=${start}-${end}` });
          // In Node it is always a stream of Node.
          return (await streams.send(command, { abortSignal })).Body as Readable;
        }),
      ),
    delete: async (key) =>
      void (await asked(
        'deleting',
        key,
        within(times.callMs, (abortSignal) => client.send(new DeleteObjectCommand(at(key)), { abortSignal })),
      )),
    url: (key) => (publicUrl === undefined ? `${mediaPath}${key}` : `${publicUrl}/${key}`),
    check: checkNow(async () => {
      const key = 'health/probe.txt';
      try {
        await getObject(key);
      } catch (error) {
        // Keys that may not list a bucket hear that they are refused where a file is missing.
        if (!['NoSuchKey', 'AccessDenied'].includes(nameOf(error))) throw error;
        await put(key, Buffer.from('Frontrow can write here.'), 'text/plain');
      }
    }),
  };
}
