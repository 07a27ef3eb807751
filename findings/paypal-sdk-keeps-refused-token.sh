#!/usr/bin/env bash
# @paypal/paypal-server-sdk 2.5.0: a token that PayPal answers with 401 is kept and sent again with every later call,
# until its own time is over (nine hours by default).
#
# Expected: the client asks for tokens itself, so after a 401 a good engineer expects it to ask for a new one before the
# next call. Tokens are withdrawn early when a secret is rotated or an app's permissions change; a process with this
# client then fails every payment for hours. Make a new client after a 401 and repeat the call once.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @paypal/paypal-server-sdk@2.5.0
cat >try.mjs <<'JS'
import { Client, Environment, OrdersController } from '@paypal/paypal-server-sdk';

const sent = [];
let tokens = 0;
/** PayPal as it answers after it withdrew the first token; handed to the client as its HTTP adapter. */
const adapter = async (config) => {
  const isToken = config.url.includes('/v1/oauth2/token');
  const authorization = config.headers.get?.('authorization') ?? config.headers.authorization;
  if (!isToken) sent.push(authorization);
  const [status, body] = isToken
    ? [200, { access_token: `token-${++tokens}`, token_type: 'Bearer', expires_in: 32400 }]
    : authorization === 'Bearer token-1'
      ? [401, { name: 'AUTHENTICATION_FAILURE', message: 'The token was withdrawn.' }]
      : [200, { id: 'ORDER', status: 'CREATED' }];
  return { data: JSON.stringify(body), status, statusText: '', headers: {}, config, request: {} };
};
const client = new Client({
  environment: Environment.Sandbox,
  clientCredentialsAuthCredentials: { oAuthClientId: 'id', oAuthClientSecret: 'secret' },
  unstable_httpClientOptions: { adapter },
});
const orders = new OrdersController(client);
for (let call = 1; call <= 3; call++) {
  const status = await orders.getOrder({ id: 'ORDER' }).then(
    (answer) => answer.statusCode,
    (error) => error.statusCode ?? String(error),
  );
  console.log(`call ${call}: ${status}, sent ${sent.at(-1)}, tokens asked for so far: ${tokens}`);
}
process.exit(sent.length === 3 && sent.every((each) => each === 'Bearer token-1') && tokens === 1 ? 0 : 1);
JS
node try.mjs
