#!/usr/bin/env bash
# sdp-transform 2.15.0 with @types/sdp-transform 2.15.0: names that look like numbers are numbers.
# Expected: `mid` and `iceUfrag` are strings, as the types say.
# Seen: `a=mid:0` gives the number 0 and `a=ice-ufrag:1234` the number 1234; `a=ice-ufrag:0123` stays a string.
# Why it matters: nearly every description names its sections 0 and 1. `section.mid === bundled` compares a number with
# a string, and `mid.length` is undefined, in code that the compiler found right.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sdp-transform@2.15.0 @types/sdp-transform@2.15.0
typed=$(grep -cE '^ *(mid|iceUfrag)\?: string' node_modules/@types/sdp-transform/index.d.ts || true)
seen=$(node -e '
const { parse } = require("sdp-transform");
const of = (ufrag) => parse(`v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\na=ice-ufrag:${ufrag}\r\n`).media[0];
console.log([typeof of("1234").mid, typeof of("1234").iceUfrag, typeof of("0123").iceUfrag].join(" "));
')
echo "typed as strings: $typed, seen: $seen"
[ "$typed" -ge 2 ] && [ "$seen" = 'number number string' ]
