#!/usr/bin/env bash
# livekit-server 1.13.5, WHIP: an offer of Opus with `stereo=1;sprop-stereo=1` is answered without `stereo=1`.
# Expected: the answer says `stereo=1`: the server passes stereo on, and by RFC 7587 a receiver says that it wants it.
# Seen: `a=fmtp` of Opus in the answer repeats `sprop-stereo=1`, which is the sender's to say, and drops `stereo=1`.
# Why it matters: encoders that follow the answer (browsers among them) mix two channels down to one. A service in front
# has to add the parameter to the answer.
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
rtc: { tcp_port: $(free_port), port_range_start: 51400, port_range_end: 51500, use_external_ip: false, node_ip: 127.0.0.1, stun_servers: ['127.0.0.1:9'] }
keys: { key: '$secret' }
YAML
"$dir/server" --config "$dir/config.yaml" --bind 127.0.0.1 >"$dir/log" 2>&1 &
server=$!
token=$(node -e '
const { createHmac } = require("crypto");
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const body = `${part({ alg: "HS256", typ: "JWT" })}.${part({ iss: "key", sub: "encoder", exp: Date.now() / 1000 + 300 | 0, video: { roomJoin: true, room: "r", canPublish: true } })}`;
console.log(`${body}.${createHmac("sha256", process.argv[1]).update(body).digest("base64url")}`);
' "$secret")
cat >"$dir/lines" <<'SDP'
v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=audio 9 UDP/TLS/RTP/SAVPF 111
c=IN IP4 0.0.0.0
a=ice-ufrag:nxcM
a=ice-pwd:ezjAjgSSLLvbRhUA1zc6Se
a=fingerprint:sha-256 4E:7F:77:DB:7E:A3:A6:4E:5D:27:EB:39:D2:1B:96:9F:91:C9:58:8B:30:B4:AA:0F:77:60:5A:F3:86:60:03:F3
a=setup:actpass
a=mid:0
a=sendonly
a=msid:feed sound
a=rtcp-mux
a=rtpmap:111 opus/48000/2
a=fmtp:111 minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1
a=ssrc:3388068600 cname:feed
SDP
sed 's/$/\r/' "$dir/lines" >"$dir/offer"
for _ in $(seq 100); do
  curl -s "http://127.0.0.1:$http/" >/dev/null && break
  sleep 0.1
done
answer=$(curl -s -i -H "authorization: Bearer $token" -H 'content-type: application/sdp' --data-binary "@$dir/offer" "http://127.0.0.1:$http/whip/v1" | tr -d '\r')
status=$(head -1 <<<"$answer" | cut -d' ' -f2)
parameters=$(grep '^a=fmtp:111' <<<"$answer" || echo none)
echo "answered $status, Opus: $parameters"
[ "$status" = 201 ] && grep -q '^a=rtpmap:111 opus' <<<"$answer" && ! grep -Eq '(;| )stereo=1' <<<"$parameters"
