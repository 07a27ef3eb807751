#!/usr/bin/env bash
# sdp-transform 2.15.0: a description with two fingerprints of its certificate, or a track in two streams.
# Expected: RFC 8122, section 5, lets an endpoint give several fingerprints, one for each hash, so that older peers
# understand one of them; RFC 8830, section 2, lets a section have several lines a=msid. Reading gives all of them, as
# it does for a=ssrc, a=candidate or a=extmap, and writing what was read gives the description again.
# Seen: of each only the last line is left, wherever it stands; what is read and written has lost the others.
# Why it matters: with sha-1 behind sha-256, a program that asks for a strong hash refuses a peer that has one, and a
# proxy that rewrites descriptions hands on the weak one alone. Order decides, and tests with one line see nothing.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sdp-transform@2.15.0
cat >twice.cjs <<'JS'
const { parse, write } = require('sdp-transform');
const print = (hash, bytes) => `a=fingerprint:${hash} ${Array(bytes).fill('AB').join(':')}`;
const lines = [
  'v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'c=IN IP4 0.0.0.0', 'a=mid:0',
  print('sha-256', 32), print('sha-1', 20), 'a=msid:stage voice', 'a=msid:recording voice',
  'a=rtpmap:111 opus/48000/2', '',
];
const { fingerprint, msid } = parse(lines.join('\r\n')).media[0];
const written = write(parse(lines.join('\r\n'))).split('\r\n');
const lost = lines.filter((line) => !written.includes(line));
console.log(`fingerprint: ${fingerprint.type}, msid: ${JSON.stringify(msid)}, lost: ${lost.join(', ')}`);
process.exit(
  fingerprint.type === 'sha-1' && lost.join() === `${print('sha-256', 32)},a=msid:stage voice` ? 0 : 1,
);
JS
node twice.cjs
