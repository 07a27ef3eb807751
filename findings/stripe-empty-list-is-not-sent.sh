#!/usr/bin/env bash
# stripe 23.1.0 (Node library, API v1): an empty list among the parameters is left out of the request.
# Expected: `default_tax_rates: []` says "none", and its type, Emptyable<Array<string>>, takes it; setting a list that
# TypeScript accepts has an effect or an error.
# Seen: the body has no word of it, as if the property were undefined, and so for `{}`: `metadata: {}` sends nothing
# either. Only '' is sent, which is how Stripe's API wants a list to be emptied.
# Why it matters: the update answers 200 and keeps the old tax rates, so customers go on paying a tax that was removed.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund stripe@23.1.0
cat >update.mjs <<'JS'
import { createServer } from 'node:http';
import Stripe from 'stripe';

let body;
const server = createServer(async (request, response) => {
  body = '';
  for await (const chunk of request) body += chunk;
  response.setHeader('content-type', 'application/json');
  response.end('{"id":"sub_1","object":"subscription"}');
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const stripe = new Stripe('sk_test_example', {
  host: '127.0.0.1', port: server.address().port, protocol: 'http', telemetry: false,
});
const sent = [];
const lists = [['txr_1'], [], ''].map((list) => ({ default_tax_rates: list }));
for (const given of [...lists, { metadata: {} }]) {
  await stripe.subscriptions.update('sub_1', given);
  console.log(`${JSON.stringify(given)} is sent as ${JSON.stringify(body)}`);
  sent.push(body);
}
server.close();
process.exit(sent.join('|') === 'default_tax_rates[0]=txr_1||default_tax_rates=|' ? 0 : 1);
JS
grep -rqE 'default_tax_rates\?: (Stripe\.)?Emptyable<Array<string>>' node_modules/stripe --include='*.ts'
node update.mjs
