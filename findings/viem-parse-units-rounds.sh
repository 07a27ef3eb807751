#!/usr/bin/env bash
# viem 2.57.1: parseUnits('0.9999996', 6), an amount with more decimals than the token has.
# Expected: its documentation has it multiply a decimal string by a power of ten, no word of rounding; ethers, whose
# function of the same name it follows, throws ("too many decimals for format"), and an exact amount has no other
# answer.
# Seen: it rounds, and upward: 0.9999996 of a token with six decimals becomes 1000000, one whole token, and 0.0000004
# becomes 0.
# Why it matters: a typed or computed amount is turned into another one without a word: a transfer of the whole balance
# asks for more than is there, and one of a small amount sends nothing and still costs gas.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.1 ethers@6.17.0
cat >parse.mjs <<'JS'
import { parseUnits } from 'viem';
import { parseUnits as parseUnitsOfEthers } from 'ethers';

const said = (parse, text) => {
  try {
    return String(parse(text, 6));
  } catch (error) {
    return error.shortMessage ?? error.message;
  }
};
const both = (text) => [text, said(parseUnits, text), said(parseUnitsOfEthers, text)];
const seen = ['1.5', '0.9999996', '0.0000004'].map(both);
for (const [text, viem, ethers] of seen) console.log(`${text} with 6 decimals: viem ${viem}, ethers ${ethers}`);
const refuses = (text) => text.includes('too many decimals');
process.exit(
  seen.map(([, viem]) => viem).join() === '1500000,1000000,0' &&
    seen[0][2] === '1500000' && refuses(seen[1][2]) && refuses(seen[2][2])
    ? 0
    : 1,
);
JS
node parse.mjs
