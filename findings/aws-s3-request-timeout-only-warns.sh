#!/usr/bin/env bash
# @aws-sdk/client-s3 3.980.0 (its own dependency @smithy/node-http-handler): `requestHandler: { requestTimeout: 500 }`.
# Expected: a request that gets no answer is rejected after 500 ms, as an option of this name did for years.
# Seen: the client writes a warning and waits without end; only `throwOnRequestTimeout: true` or `socketTimeout` ends
# the call.
# Why it matters: a bucket that accepts connections and stays silent hangs every call of a program that looks as if it
# had a timeout, and its connection pool fills up.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @aws-sdk/client-s3@3.980.0
cat >ask.cjs <<'JS'
const { createServer } = require('node:http');
const { GetObjectCommand, S3Client } = require('@aws-sdk/client-s3');
const silent = createServer(() => {}).listen(0, '127.0.0.1', async () => {
  const outcome = async (requestHandler) => {
    const client = new S3Client({
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${silent.address().port}`,
      forcePathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
      requestHandler,
    });
    const asked = client.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' })).then(
      () => 'answered',
      ({ name }) => name,
    );
    return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 4000, 'still waiting'))]);
  };
  const seen = [
    await outcome({ requestTimeout: 500 }),
    await outcome({ requestTimeout: 500, throwOnRequestTimeout: true }),
    await outcome({ socketTimeout: 500 }),
  ].join(', ');
  console.log(`requestTimeout alone, with throwOnRequestTimeout, socketTimeout: ${seen}`);
  process.exit(seen === 'still waiting, TimeoutError, TimeoutError' ? 0 : 1);
});
JS
node ask.cjs
