#!/usr/bin/env bash
# ffmpeg 9.0.2 (in imageio-ffmpeg 0.8.1), protocol rtmp: an address like rtmp://host/live/key?token=a/b.
# Expected: the path is /live/key; RFC 3986, section 3.4, allows slashes in a query. ffmpeg's documentation has the app
# and then the name of the stream in the path, and ?token=ab is sent as part of the stream's name.
# Seen: with a slash in the query, the app is "live/key?token=a" and the stream is "b". A signed token in base64 has one
# or not, by chance, so most streams start and some are refused. `-rtmp_app` and `-rtmp_playpath` say both outright;
# base64url has no slash.
# Why it matters: the server sees an unknown app and a key that nobody was given, hours after the first test went well.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --no-deps --target "$dir" imageio-ffmpeg==0.8.1
ffmpeg=$(ls "$dir"/imageio_ffmpeg/binaries/ffmpeg-linux-*)
cat >"$dir/server.cjs" <<'JS'
// As much of RTMP as it takes to hear the commands of a publisher.
const { spawn } = require('child_process');
const { createServer } = require('net');
const [, , ffmpeg, path] = process.argv;
const text = (value) => Buffer.concat([Buffer.from([2, value.length >> 8, value.length & 255]), Buffer.from(value)]);
const number = (value) => {
  const bytes = Buffer.alloc(9);
  bytes.writeDoubleBE(value, 1);
  return bytes;
};
const nothing = Buffer.from([5]);
const told = {};
let child;
const end = () => {
  console.log(`app ${told.app}, stream ${told.stream}`);
  child.kill('SIGKILL');
  process.exit();
};
/** The text that begins at this byte, with its length in two bytes before it. */
const textAt = (bytes, at) => bytes.toString('utf8', at + 2, at + 2 + bytes.readUInt16BE(at));
createServer((socket) => {
  let bytes = Buffer.alloc(0);
  let state = 'greeting';
  let chunkMax = 128;
  const streams = {};
  const answer = (id, value) => {
    const body = Buffer.concat([text('_result'), number(id), nothing, value]);
    const head = Buffer.alloc(12);
    head[0] = 3;
    head.writeUIntBE(body.length, 4, 3);
    head[7] = 20;
    socket.write(Buffer.concat([head, body]));
  };
  const hear = (type, body) => {
    if (type === 1) chunkMax = body.readUInt32BE(0);
    if (type !== 20) return;
    const name = textAt(body, 1);
    const id = body.readDoubleBE(4 + name.length);
    const rest = 3 + name.length + 9;
    if (name === 'connect') {
      told.app = textAt(body, body.indexOf('\0\x03app\x02', 0, 'latin1') + 6);
      answer(id, nothing);
    } else if (name === 'createStream') answer(id, number(1));
    else if (name === 'publish') {
      told.stream = textAt(body, rest + 2);
      end();
    }
  };
  socket.on('error', () => {}).on('data', (more) => {
    bytes = Buffer.concat([bytes, more]);
    if (state === 'greeting' && bytes.length >= 1537) {
      socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536), bytes.subarray(1, 1537)]));
      [bytes, state] = [bytes.subarray(1537), 'greeted'];
    }
    if (state === 'greeted' && bytes.length >= 1536) [bytes, state] = [bytes.subarray(1536), 'talking'];
    while (state === 'talking' && bytes.length > 0) {
      const headLength = [12, 8, 4, 1][bytes[0] >> 6];
      if (bytes.length < headLength) return;
      const stream = (streams[bytes[0] & 63] ??= { length: 0, type: 0, body: Buffer.alloc(0) });
      const isNew = headLength >= 8;
      const length = isNew ? bytes.readUIntBE(4, 3) : stream.length;
      const part = Math.min(chunkMax, length - stream.body.length);
      if (bytes.length < headLength + part) return;
      if (isNew) Object.assign(stream, { length, type: bytes[7] });
      stream.body = Buffer.concat([stream.body, bytes.subarray(headLength, headLength + part)]);
      bytes = bytes.subarray(headLength + part);
      if (stream.body.length < length) continue;
      const whole = stream.body;
      stream.body = Buffer.alloc(0);
      hear(stream.type, whole);
    }
  });
}).listen(0, '127.0.0.1', function () {
  const words = '-loglevel quiet -f lavfi -i sine -c:a aac -t 1 -f flv';
  child = spawn(ffmpeg, [...words.split(' '), `rtmp://127.0.0.1:${this.address().port}${path}`]);
  child.on('exit', end);
  setTimeout(end, 15000);
});
JS
plain=$(node "$dir/server.cjs" "$ffmpeg" '/live/key?token=ab')
slash=$(node "$dir/server.cjs" "$ffmpeg" '/live/key?token=a/b')
echo "token=ab: $plain; token=a/b: $slash"
[ "$plain" = 'app live, stream key?token=ab' ] && [ "$slash" = 'app live/key?token=a, stream b' ]
