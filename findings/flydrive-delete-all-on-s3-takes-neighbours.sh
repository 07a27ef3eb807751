#!/usr/bin/env bash
# flydrive 2.1.0, drivers `fs` and `s3` (@aws-sdk/client-s3 3.980.0): `disk.deleteAll('recordings/1')`.
# Expected: the same files go whichever driver is behind the disk: those of the folder `recordings/1`.
# Seen: on a disk of files the folder goes. In a bucket its neighbour `recordings/10` goes, too: the prefix is sent
# without a slash at its end, and a bucket compares it letter by letter. `deleteAll('recordings/1/')` is no way out: the
# disk takes the slash away before it asks the driver.
# Why it matters: what was tried on files erases other people's recordings once the files are in a bucket.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund flydrive@2.1.0 @aws-sdk/client-s3@3.980.0 @aws-sdk/s3-request-presigner@3.980.0
cat >bucket.mjs <<'JS'
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';

const names = ['recordings/1/a.mp4', 'recordings/10/b.mp4'];
// As much of a bucket as these calls need: keys that begin with the prefix are listed, and named ones deleted.
const kept = new Set(names);
const bucket = createServer(async (request, response) => {
  const query = new URL(request.url, 'http://bucket').searchParams;
  response.setHeader('content-type', 'application/xml');
  if (request.method === 'GET') {
    const found = [...kept].filter((key) => key.startsWith(query.get('prefix') ?? ''));
    const rows = found.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
    response.end(`<ListBucketResult>${rows}<IsTruncated>false</IsTruncated></ListBucketResult>`);
  } else {
    for (const [, key] of (await text(request)).matchAll(/<Key>([^<]+)<\/Key>/g)) kept.delete(key);
    response.end('<DeleteResult/>');
  }
});
await new Promise((resolve) => bucket.listen(0, '127.0.0.1', resolve));

const files = new Disk(new FSDriver({ location: new URL('./files/', import.meta.url), visibility: 'private' }));
const objects = new Disk(
  new S3Driver({
    bucket: 'media',
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${bucket.address().port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    visibility: 'private',
  }),
);
const leftOnFiles = async () => {
  const left = [];
  for (const name of names) if (await files.exists(name)) left.push(name);
  return left;
};
for (const prefix of ['recordings/1', 'recordings/1/']) {
  for (const name of names) {
    await files.put(name, 'x');
    kept.add(name);
  }
  await files.deleteAll(prefix);
  await objects.deleteAll(prefix);
  console.log(`deleteAll('${prefix}') leaves on files: [${await leftOnFiles()}], in a bucket: [${[...kept]}]`);
  const [onFiles, inBucket] = [String(await leftOnFiles()), String([...kept])];
  const asSeen = onFiles === names[1] && inBucket === '';
  if (!asSeen) process.exitCode = 1;
}
bucket.close();
JS
node bucket.mjs
