import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startFakeS3 } from '../../../test/fake-s3.ts';
import { diskStorage } from './disk/disk-storage.ts';
import { s3Storage } from './s3/s3-storage.ts';
import { storageSuite } from './storage.suite.ts';

storageSuite('a folder', async () => {
  const home = await mkdtemp(join(tmpdir(), 'frontrow-storage-'));
  return { storage: diskStorage(home), close: () => rm(home, { recursive: true, force: true }) };
});

test('a folder begins without what a process that ended in the middle of writing left behind', async () => {
  const home = await mkdtemp(join(tmpdir(), 'frontrow-storage-'));
  const [half, whole] = [join(home, 'media', 'parts', '7-1'), join(home, 'media', 'covers', 'a-384.webp')];
  for (const path of [half, whole]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'bytes');
  }
  const storage = diskStorage(home);
  expect((await storage.get('covers/a-384.webp'))?.bytes.length).toBe(5);
  await expect(access(half)).rejects.toThrow('ENOENT');
  await rm(home, { recursive: true });
});

const bucket = (endpoint: string, publicUrl?: string): Parameters<typeof s3Storage>[0] => ({
  bucket: 'frontrow',
  region: 'eu-west-1',
  endpoint,
  accessKeyId: 'test-key',
  secretAccessKey: 'test-secret',
  publicUrl,
});

storageSuite('a bucket', async () => {
  const fake = await startFakeS3('frontrow', 'test-key');
  return { storage: s3Storage(bucket(fake.url)), close: fake.close };
});

test('browsers load from the public address where there is one, else through the app', () => {
  expect(s3Storage(bucket('http://127.0.0.1:1', 'https://media.frontrow.test/')).url('covers/a-384.webp')).toBe(
    'https://media.frontrow.test/covers/a-384.webp',
  );
  expect(s3Storage(bucket('http://127.0.0.1:1')).url('covers/a-384.webp')).toBe('/media/covers/a-384.webp');
});

test('a bucket that refuses us is a fault, not a missing file', async () => {
  const fake = await startFakeS3('frontrow', 'another-key');
  await expect(s3Storage(bucket(fake.url)).get('covers/a-384.webp')).rejects.toThrow(/covers\/a-384.webp/);
  await fake.close();
});
