#!/usr/bin/env bash
# livekit-server 1.13.5: CreateRoom for a room that exists answers 200 and ignores the new `max_participants`.
# Expected: a call that names a larger limit raises it, or says that it does not.
# Seen: 200, with the limit that the room was opened with; no call of the room service changes it.
# Why it matters: the first to open the room, such as an encoder's preview, fixes its limit. Seats added later are
# refused by the server, although creating the room again looked successful. Rooms need the largest limit at once.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
GOBIN="$dir" GOFLAGS=-modcacherw go install github.com/livekit/livekit-server/cmd/server@v1.13.5

free_port() { node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })'; }
http=$(free_port)
secret='a-secret-of-more-than-thirty-two-characters'
cat >"$dir/config.yaml" <<YAML
port: $http
rtc: { tcp_port: $(free_port), port_range_start: 51200, port_range_end: 51300, use_external_ip: false, node_ip: 127.0.0.1, stun_servers: ['127.0.0.1:9'] }
keys: { key: '$secret' }
YAML
"$dir/server" --config "$dir/config.yaml" --bind 127.0.0.1 >"$dir/log" 2>&1 &
server=$!
token=$(node -e '
const { createHmac } = require("crypto");
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const body = `${part({ alg: "HS256", typ: "JWT" })}.${part({ iss: "key", exp: Date.now() / 1000 + 300 | 0, video: { roomCreate: true, roomList: true } })}`;
console.log(`${body}.${createHmac("sha256", process.argv[1]).update(body).digest("base64url")}`);
' "$secret")
call() {
  curl -s -w ' %{http_code}' -H "authorization: Bearer $token" -H 'content-type: application/json' \
    "http://127.0.0.1:$http/twirp/livekit.RoomService/$1" -d "$2"
}
limit_and_status() { sed -E 's/.*"max_participants": ?([0-9]+).* ([0-9]{3})$/\1 \2/'; }
for _ in $(seq 100); do
  curl -s "http://127.0.0.1:$http/" >/dev/null && break
  sleep 0.1
done
seen="created with 13: $(call CreateRoom '{"name":"r","max_participants":13}' | limit_and_status), again with 41: $(call CreateRoom '{"name":"r","max_participants":41}' | limit_and_status), listed: $(call ListRooms '{}' | limit_and_status)"
echo "$seen"
[ "$seen" = 'created with 13: 13 200, again with 41: 13 200, listed: 13 200' ]
