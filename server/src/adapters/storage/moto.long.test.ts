import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { freePort } from '../../process/embedded/free-port.ts';
import { s3Storage } from './s3/s3-storage.ts';
import { storageSuite } from './storage.suite.ts';

const version = '5.2.5';
const keys = { accessKeyId: 'moto', secretAccessKey: 'moto-secret' };

/** Amazon's S3 as moto imitates it; installed into a folder that goes away. */
async function startMoto() {
  const folder = await mkdtemp(join(tmpdir(), 'frontrow-moto-'));
  const run = (program: string, ...words: string[]): void => {
    const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  };
  run('python3', '-m', 'venv', folder);
  run(join(folder, 'bin/pip'), '--quiet', 'install', `moto[server]==${version}`);
  const port = await freePort('127.0.0.1');
  const child = spawn(join(folder, 'bin/moto_server'), ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until(
    'moto answers',
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    30_000,
  );
  const client = new S3Client({ region: 'us-east-1', endpoint: url, forcePathStyle: true, credentials: keys });
  await client.send(new CreateBucketCommand({ Bucket: 'frontrow' }));
  return {
    storageOf: (bucket: string) =>
      s3Storage({ bucket, region: 'us-east-1', endpoint: url, ...keys, publicUrl: undefined }),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let moto: Awaited<ReturnType<typeof startMoto>>;
beforeAll(async () => void (moto = await startMoto()), 240_000);
afterAll(() => moto.close());

storageSuite('a bucket of moto', async () => ({ storage: moto.storageOf('frontrow'), close: async () => undefined }));

test('moto says that a bucket is missing, and is checked', async () => {
  expect(await moto.storageOf('frontrow').check()).toEqual({ state: 'ready' });
  const missing = moto.storageOf('nowhere');
  expect(await missing.check()).toMatchObject({ state: 'down', why: expect.stringContaining('NoSuchBucket') });
  await expect(missing.get('covers/a.webp')).rejects.toMatchObject({ kind: 'away' });
  await expect(missing.size('covers/a.webp')).rejects.toMatchObject({ kind: 'away' });
});
