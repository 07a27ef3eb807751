#!/usr/bin/env bash
# ffmpeg 9.0.2 (in imageio-ffmpeg 0.8.1), WHIP muxer: of the candidates in an answer, only the first one with UDP is tried.
# Expected: an ICE agent checks every candidate, in any order (RFC 8445, RFC 8839); the second one answers here.
# Seen: with an IPv6 candidate in front, nothing is sent to the IPv4 candidate after it, and ffmpeg gives up.
# Why it matters: media servers list candidates in any order, so ffmpeg joins in some starts and fails in others. A
# service in front has to put the candidate that everyone can use first.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --no-deps --target "$dir" imageio-ffmpeg==0.8.1
ffmpeg=$(ls "$dir"/imageio_ffmpeg/binaries/ffmpeg-linux-*)
cat >"$dir/server.cjs" <<'JS'
const { createSocket } = require('dgram');
const { createServer } = require('http');
const { spawn } = require('child_process');
const [, , ffmpeg, order] = process.argv;
let packets = 0;
const media = createSocket('udp4').on('message', () => packets++);
media.bind(0, '127.0.0.1', () => {
  const four = `a=candidate:1 1 udp 2130706431 127.0.0.1 ${media.address().port} typ host`;
  const six = 'a=candidate:2 1 udp 2130706430 ::1 9 typ host';
  const candidates = order === 'four' ? [four, six] : [six, four];
  const section = (kind, mid, codec) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${codec[0]}`, 'c=IN IP4 0.0.0.0', 'a=setup:active', `a=mid:${mid}`,
    'a=ice-ufrag:abcdefgh', 'a=ice-pwd:abcdefghijklmnopqrstuvwx', 'a=rtcp-mux', `a=rtpmap:${codec[0]} ${codec[1]}`,
    'a=recvonly', ...candidates,
  ];
  const print = Array(32).fill('AB').join(':');
  const answer = [
    'v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', `a=fingerprint:sha-256 ${print}`, 'a=group:BUNDLE 0 1',
    ...section('audio', 0, [111, 'opus/48000/2']), ...section('video', 1, [106, 'H264/90000']), '',
  ].join('\r\n');
  const http = createServer((request, response) => {
    if (request.method !== 'POST') return response.end();
    const head = { 'content-type': 'application/sdp', location: '/session', 'content-length': answer.length };
    request.resume().on('end', () => response.writeHead(201, head).end(answer));
  }).listen(0, '127.0.0.1', () => {
    const words = '-loglevel quiet -re -f lavfi -i testsrc=size=320x180:rate=15 -f lavfi -i sine -c:v libx264 -profile:v baseline -pix_fmt yuv420p -c:a libopus -ar 48000 -ac 2 -t 8 -f whip';
    const child = spawn(ffmpeg, [...words.split(' '), `http://127.0.0.1:${http.address().port}/whip`]);
    const end = () => (console.log(packets), process.exit());
    child.on('exit', end);
    setTimeout(() => (child.kill('SIGKILL'), end()), 15000);
  });
});
JS
first=$(node "$dir/server.cjs" "$ffmpeg" four)
second=$(node "$dir/server.cjs" "$ffmpeg" six)
echo "IPv4 first: $first packets to it; IPv6 first: $second packets to the IPv4 candidate"
[ "$first" -gt 0 ] && [ "$second" -eq 0 ]
