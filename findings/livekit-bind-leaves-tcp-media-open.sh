#!/usr/bin/env bash
# livekit-server 1.13.5: `--bind` ("IP address to listen on") and `bind_addresses` hold for the HTTP port alone.
# Expected: with --bind 127.0.0.1 every TCP port of the server listens on 127.0.0.1 only.
# Seen: the ICE/TCP port (`rtc.tcp_port`) listens on every address; another address of the machine reaches it.
# Why it matters: the flag keeps management calls inside while browsers still reach media by TCP, which is what a
# signaling proxy in front needs; but a firewall, not the flag, is what closes the media port.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
GOBIN="$dir" GOFLAGS=-modcacherw go install github.com/livekit/livekit-server/cmd/server@v1.13.5

free_port() { node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })'; }
reached() { timeout 2 bash -c "exec 3<>/dev/tcp/$1/$2" 2>/dev/null && echo yes || echo no; }
http=$(free_port)
media=$(free_port)
cat >"$dir/config.yaml" <<YAML
port: $http
rtc: { tcp_port: $media, port_range_start: 51000, port_range_end: 51100, use_external_ip: false, node_ip: 127.0.0.1, stun_servers: ['127.0.0.1:9'] }
keys: { key: 'a-secret-of-more-than-thirty-two-characters' }
YAML
"$dir/server" --config "$dir/config.yaml" --bind 127.0.0.1 >"$dir/log" 2>&1 &
server=$!
for _ in $(seq 100); do
  [ "$(reached 127.0.0.1 "$http")" = yes ] && break
  sleep 0.1
done
seen="HTTP on 127.0.0.1: $(reached 127.0.0.1 "$http"), HTTP on 127.0.0.2: $(reached 127.0.0.2 "$http"), ICE/TCP on 127.0.0.2: $(reached 127.0.0.2 "$media")"
echo "$seen"
[ "$seen" = 'HTTP on 127.0.0.1: yes, HTTP on 127.0.0.2: no, ICE/TCP on 127.0.0.2: yes' ]
