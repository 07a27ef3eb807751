#!/usr/bin/env bash
# openid-client 6.8.9, Node 24: `execute` of discovery() takes functions that adjust the configuration, and its types
# accept any `(config) => void`. One that calls allowInsecureRequests is run, but too late for discovery itself: whether
# a provider may be found by plain http is decided by looking for the very function `allowInsecureRequests` in the list.
#
# Seen: the function itself finds a provider on loopback; a wrapper that calls it is refused before any request
# ("only requests to HTTPS are allowed").
# Why it matters: a wrapper that adds a log line, or makes the exception conditional, breaks development set-ups while
# every test against https stays green.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openid-client@6.8.9
cat >try.mjs <<'JS'
import { createServer } from 'node:http';
import * as client from 'openid-client';

let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  const issuer = `http://127.0.0.1:${server.address().port}`;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const issuer = new URL(`http://127.0.0.1:${server.address().port}`);
const discover = async (allow) => {
  asked = 0;
  const outcome = await client.discovery(issuer, 'app', undefined, undefined, { execute: [allow] }).then(
    () => 'found',
    (error) => `refused: ${error.cause?.message ?? error.message}`,
  );
  return `${outcome} (${asked} requests)`;
};
const [itself, wrapped] = [
  await discover(client.allowInsecureRequests),
  await discover((config) => client.allowInsecureRequests(config)),
];
server.close();
console.log(`the function itself: ${itself}`);
console.log(`a wrapper of it:     ${wrapped}`);
process.exit(itself.startsWith('found') && wrapped.startsWith('refused') && wrapped.endsWith('(0 requests)') ? 0 : 1);
JS
node try.mjs
