#!/usr/bin/env bash
# viem 2.57.1: the 64 bytes of a compact signature (ERC-2098), which the library writes itself.
# Expected: verifyMessage takes what serializeCompactSignature returns; ethers 6.17.0 does, and ERC-2098 exists so that
# wallets and libraries exchange it.
# Seen: verifyMessage throws "invalid signature length". It does not answer false, which is what it does for a signature
# that is wrong, so a caller that awaits a boolean gets an exception.
# Why it matters: wallets and hardware that sign compactly cannot sign in, and the server answers with a fault of its
# own instead of a refusal. parseCompactSignature, compactSignatureToSignature and serializeSignature make it 65 bytes.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.1 ethers@6.17.0
cat >compact.mjs <<'JS'
import { verifyMessage as addressByEthers } from 'ethers';
import { parseSignature, serializeCompactSignature, signatureToCompactSignature, verifyMessage } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const message = 'sign in';
const full = await account.signMessage({ message });
const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(full)));
const seen = [];
for (const [name, signature] of Object.entries({ full, compact })) {
  const byViem = await verifyMessage({ address: account.address, message, signature }).catch(
    (error) => `throws ${error.message}`,
  );
  const byEthers = addressByEthers(message, signature) === account.address;
  console.log(`${name}: viem ${byViem}, ethers ${byEthers}`);
  seen.push(`${byViem}/${byEthers}`);
}
process.exit(seen[0] === 'true/true' && /^throws .*\/true$/.test(seen[1]) ? 0 : 1);
JS
node compact.mjs
