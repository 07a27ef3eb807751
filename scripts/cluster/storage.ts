import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../server/src/process/embedded/free-port.ts';
import { s3Server, s3ServerWords } from '../../server/test/s3-server.ts';
import { type Part, startPart, untilThere } from './part.ts';

export interface ObjectStorage {
  readonly part: Part;
  /** The settings of a process that keeps its files there. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A real S3 server on a folder of this home, with one bucket. Throws a sentence that says how to get it. */
export async function startStorage(home: string): Promise<ObjectStorage> {
  const program = await s3Server();
  const [bucket, access, secret] = ['frontrow', 'cluster', 'cluster-secret'];
  const folder = join(home, 's3');
  mkdirSync(join(folder, bucket), { recursive: true });
  const address = `127.0.0.1:${await freePort('127.0.0.1')}`;
  const part = startPart(home, 's3', [program, ...s3ServerWords(address, { access, secret }, folder)]);
  await untilThere(part, home, async () => (await fetch(`http://${address}/`)).status > 0);
  return {
    part,
    settings: {
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: access,
      S3_SECRET_ACCESS_KEY: secret,
      S3_ENDPOINT: `http://${address}`,
    },
  };
}
