#!/usr/bin/env bash
# viem 2.57.1, createSiweMessage: a statement with letters or signs that EIP-4361 does not have.
# Expected: the function knows what the standard allows; it checks domain, nonce, URI and version, and refuses a
# statement with a line break. The grammar (section "ABNF Message Format") takes letters and digits of ASCII, the space,
# and the reserved and unreserved signs of RFC 3986: no ü, no €, not even a double quote or %.
# Seen: it writes them all. siwe 3.0.0, the reference library, does not read such a message: "invalid message".
# Why it matters: translate the statement, and signing in fails at every server or wallet that reads by the grammar,
# although the English one worked in each test. viem's own parseSiweMessage takes it, so a round trip shows nothing.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.1 siwe@3.0.0 ethers@6.17.0
cat >sign-in.mjs <<'JS'
import { SiweMessage } from 'siwe';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';

// siwe prints what it refuses.
console.error = () => {};
const statements = ['Sign in to Example.', 'Melde dich für Example an.', 'Get 10% off.', 'Sign in to "Example".'];
const seen = statements.map((statement) => {
  const message = createSiweMessage({
    address: '0xA0Cf798816D4b9b9866b5330EEa46a18382f251e',
    chainId: 1, domain: 'example.com', nonce: 'foobarbaz', uri: 'https://example.com/', version: '1', statement,
  });
  const byViem = parseSiweMessage(message).statement === statement;
  let bySiwe = true;
  try {
    new SiweMessage(message);
  } catch {
    bySiwe = false;
  }
  console.log(`${statement} read by viem: ${byViem}, by siwe: ${bySiwe}`);
  return `${byViem}/${bySiwe}`;
});
process.exit(seen.join(' ') === 'true/true true/false true/false true/false' ? 0 : 1);
JS
node sign-in.mjs
