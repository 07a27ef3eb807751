import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../test/harness.ts';
import { s3Server, s3ServerWords } from '../../../test/s3-server.ts';
import { freePort } from '../../process/embedded/free-port.ts';
import { s3Storage } from './s3/s3-storage.ts';
import { storageSuite } from './storage.suite.ts';

/** Long: where the server is not there, it is built from its source, which takes minutes. */
storageSuite('a bucket of a real S3 server', async () => {
  const program = await s3Server();
  const folder = await mkdtemp(join(tmpdir(), 'frontrow-s3-'));
  mkdirSync(join(folder, 'frontrow'));
  const address = `127.0.0.1:${await freePort('127.0.0.1')}`;
  const keys = { access: 'long-test', secret: 'long-test-secret' };
  const child = spawn(program, s3ServerWords(address, keys, folder), { stdio: 'ignore' });
  const url = `http://${address}`;
  await until('it answers', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    storage: s3Storage({
      bucket: 'frontrow',
      region: 'us-east-1',
      endpoint: url,
      accessKeyId: keys.access,
      secretAccessKey: keys.secret,
      publicUrl: undefined,
    }),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
});
