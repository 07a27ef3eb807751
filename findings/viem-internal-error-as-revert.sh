#!/usr/bin/env bash
# viem 2.57.1: a node's internal error (-32603, no data) while a contract is read is reported as
# ContractFunctionRevertedError, as if the contract itself had refused.
#
# Expected: JSON-RPC says that -32603 is a fault of the server, and viem knows it as InternalRpcError, which its own
# transport retries. A program that takes "reverted" for the contract's answer ("holds nothing") therefore turns people
# away during a node's hiccup. Tell the two apart by the error's data and words before believing a revert.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent viem@2.57.1
cat >try.mjs <<'JS'
import { createServer } from 'node:http';
import { createPublicClient, erc20Abi, http } from 'viem';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const error = { code: -32603, message: 'Internal error' };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, error }));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const client = createPublicClient({
  transport: http(`http://127.0.0.1:${server.address().port}`, { retryCount: 0 }),
});
const address = `0x${'1'.repeat(40)}`;
const error = await client
  .readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  .then(() => null, (caught) => caught);
server.close();
console.log(`readContract: ${error?.name}, caused by ${error?.cause?.name}`);
process.exit(error?.cause?.name === 'ContractFunctionRevertedError' ? 0 : 1);
JS
node try.mjs
