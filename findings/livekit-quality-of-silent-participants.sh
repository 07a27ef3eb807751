#!/usr/bin/env bash
# livekit-server 1.13.5 with @livekit/rtc-node 1.1.0: a participant learns the connection quality only of itself and of
# participants whose tracks it receives. Nothing is sent of those who only watch.
# Expected: `ConnectionQualityChanged` for every participant, as the documentation describes it: "connection quality
# changed for a participant".
# Seen: within 20 seconds the host hears of itself and of the speaker, and never of the watcher.
# Why it matters: a host who wants to see which viewers have a bad connection learns nothing of them, and a list that
# shows "good" until something else is heard shows every viewer as good. Viewers have to report their own.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
GOBIN="$dir" GOFLAGS=-modcacherw go install github.com/livekit/livekit-server/cmd/server@v1.13.5
cd "$dir"
npm init -y >/dev/null
npm install --silent @livekit/rtc-node@1.1.0 livekit-server-sdk@2.19.2 >/dev/null

free_port() { node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })'; }
http=$(free_port)
secret='a-secret-of-more-than-thirty-two-characters'
cat >config.yaml <<YAML
port: $http
rtc: { tcp_port: $(free_port), port_range_start: 51200, port_range_end: 51300, use_external_ip: false, node_ip: 127.0.0.1, stun_servers: ['127.0.0.1:9'] }
keys: { key: '$secret' }
YAML
./server --config config.yaml --bind 127.0.0.1 --node-ip 127.0.0.1 >log 2>&1 &
server=$!
for _ in $(seq 100); do
  curl -s "http://127.0.0.1:$http/" >/dev/null && break
  sleep 0.1
done
cat >look.mjs <<'JS'
import { AudioFrame, AudioSource, LocalAudioTrack, Room, RoomEvent, TrackPublishOptions } from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';

const [port, secret] = process.argv.slice(2);
const enter = async (identity) => {
  const token = new AccessToken('key', secret, { identity });
  token.addGrant({ roomJoin: true, room: 'r' });
  const room = new Room();
  const told = new Set();
  room.on(RoomEvent.ConnectionQualityChanged, (_quality, participant) => told.add(participant.identity));
  await room.connect(`ws://127.0.0.1:${port}`, await token.toJwt(), { autoSubscribe: true, dynacast: false });
  return { room, told };
};
const host = await enter('host');
const watcher = await enter('watcher');
const speaker = await enter('speaker');
const source = new AudioSource(48_000, 1);
await speaker.room.localParticipant.publishTrack(LocalAudioTrack.createAudioTrack('sound', source), new TrackPublishOptions());
const until = Date.now() + 20_000;
let at = 0;
while (Date.now() < until) {
  const samples = Int16Array.from({ length: 480 }, () => 8_000 * Math.sin((2 * Math.PI * 440 * at++) / 48_000));
  await source.captureFrame(new AudioFrame(samples, 48_000, 1, 480));
}
console.log(`the host was told of: ${[...host.told].sort().join(', ')}`);
console.log(`the watcher was told of: ${[...watcher.told].sort().join(', ')}`);
process.exit(host.told.has('speaker') && !host.told.has('watcher') ? 0 : 1);
JS
node look.mjs "$http" "$secret"
