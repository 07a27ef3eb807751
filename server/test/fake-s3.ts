import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Stored {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Returns a request in another way than a bucket that is well; false if it does not. */
export type Mood = (request: IncomingMessage, response: ServerResponse) => boolean;

/** One of Amazon's documented errors, as its document says it. */
export const s3Error =
  (status: number, code: string): Mood =>
  (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        request.method === 'HEAD'
          ? undefined
          : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>`,
      );
    });
    return true;
  };

/** Accepts requests, reads them and never answers. */
export const silent: Mood = (request) => request.resume() !== undefined;

/**
 * A bucket in memory that speaks as much S3 as storing, reading and deleting single files needs. It checks who signs,
 * not the signature.
 */
export async function startFakeS3(
  bucket: string,
  accessKeyId: string,
): Promise<{ url: string; close: () => Promise<void>; mood: (mood?: Mood) => void }> {
  let mood: Mood | undefined;
  const files = new Map<string, Stored>();
  const server = createServer((request, response) => {
    if (mood?.(request, response)) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const fail = (status: number, code: string): void => {
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(
          request.method === 'HEAD'
            ? undefined
            : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
        );
      };
      const signed = new RegExp(`^AWS4-HMAC-SHA256 Credential=${accessKeyId}/\\d{8}/[a-z0-9-]+/s3/aws4_request`);
      if (!signed.test(request.headers.authorization ?? '')) return fail(403, 'AccessDenied');
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://fake').pathname);
      if (!path.startsWith(`/${bucket}/`)) return fail(404, 'NoSuchBucket');
      const key = path.slice(bucket.length + 2);
      if (request.method === 'PUT') {
        files.set(key, {
          bytes: Buffer.concat(chunks),
          contentType: request.headers['content-type'] ?? 'application/octet-stream',
        });
        return response.writeHead(200, { etag: '"stored"' }).end();
      }
      if (request.method === 'DELETE') {
        files.delete(key);
        return response.writeHead(204).end();
      }
      const file = files.get(key);
      if (!file) return fail(404, request.method === 'HEAD' ? 'NotFound' : 'NoSuchKey');
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      const bytes = range ? file.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : file.bytes;
      response.writeHead(range ? 206 : 200, {
        'content-type': file.contentType,
        'content-length': bytes.length,
        etag: '"stored"',
        'last-modified': 'Fri, 01 May 2026 12:00:00 GMT',
      });
      return response.end(request.method === 'HEAD' ? undefined : bytes);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: (another) => void (mood = another),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
