#!/usr/bin/env bash
# viem 2.57.1: an endpoint that answers a JSON-RPC batch with one error object (JSON-RPC 2.0 section 6 asks for that when
# the batch as a whole is not accepted; rate limiters do it, too) loses its code and words on the way. Each read of the
# batch fails with UnknownRpcError, "Cannot read properties of undefined (reading 'error')": nothing names the rate limit.
#
# Expected: the endpoint's code (here 429), as without batching. Programs that back off by that code never see it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent viem@2.57.1
cat >try.mjs <<'JS'
import { createServer } from 'node:http';
import { createPublicClient, http } from 'viem';

const answer = { jsonrpc: '2.0', id: null, error: { code: 429, message: 'rate limit' } };
const server = createServer(async (request, response) => {
  for await (const chunk of request) void chunk;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
const codeOf = async (batch) => {
  const client = createPublicClient({ transport: http(url, { retryCount: 0, batch }), cacheTime: 0 });
  const error = await client.getBlockNumber().then(() => null, (caught) => caught);
  console.log(`batch ${batch}: ${error?.name}, code ${error?.code}, ${error?.details}`);
  return error?.walk((cause) => cause.code === 429) ? 429 : error?.code;
};
const [single, batched] = [await codeOf(false), await codeOf(true)];
server.close();
process.exit(single === 429 && batched !== 429 ? 0 : 1);
JS
node try.mjs
