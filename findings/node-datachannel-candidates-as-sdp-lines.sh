#!/usr/bin/env bash
# node-datachannel 0.33.4: local candidates begin with `a=`, also in its RTCPeerConnection (`node-datachannel/polyfill`).
# Expected: `RTCIceCandidate.candidate` is a candidate-attribute, `candidate:…` (W3C WebRTC, RFC 8839), as in browsers.
# Seen: `a=candidate:…`, as a line of SDP, from `candidate` and `toJSON()`. The polyfill's `foundation` is `a=2`, which is
# no foundation either: `=` is not allowed in one.
# Why it matters: signaling sends this text as it is, and a peer that only accepts `candidate:` discards each candidate.
# Without another way to connect, the connection fails. The prefix must be removed before sending.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --silent --no-audit --no-fund --prefix "$dir" node-datachannel@0.33.4
cat >"$dir/seen.cjs" <<'JS'
const { PeerConnection } = require('node-datachannel');
const { RTCPeerConnection } = require('node-datachannel/polyfill');
const prefix = (text) => /^[^:]*:/.exec(text)[0];
const native = new Promise((seen) => {
  const peer = new PeerConnection('peer', { iceServers: [] });
  peer.onLocalCandidate((candidate) => seen(candidate));
  peer.createDataChannel('data');
});
const polyfill = new Promise((seen) => {
  const peer = new RTCPeerConnection({ iceServers: [] });
  peer.onicecandidate = ({ candidate }) => candidate && seen(candidate);
  peer.createDataChannel('data');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
});
setTimeout(() => process.exit(1), 20000);
Promise.all([native, polyfill]).then(([text, candidate]) => {
  console.log(`native ${prefix(text)} polyfill ${prefix(candidate.candidate)} toJSON ${prefix(candidate.toJSON().candidate)} foundation ${candidate.foundation}`);
  process.exit();
});
JS
seen=$(cd "$dir" && node seen.cjs)
echo "$seen"
[[ $seen == 'native a=candidate: polyfill a=candidate: toJSON a=candidate: foundation a='* ]]
