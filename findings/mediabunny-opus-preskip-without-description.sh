#!/usr/bin/env bash
# mediabunny 1.61.0: Opus packets without a codec description are declared with a pre-skip of 3840 samples (80 ms) in MP4.
# Expected: without an identification header nothing is known of an encoder's delay, and WebCodecs makes `description`
# optional for Opus, so nothing is declared to be skipped. The packets' timestamps begin at 0 and stay as they were given.
# Seen: `dOps` says PreSkip 3840. With an OpusHead that says 0 as `description`, it says 0.
# Why it matters: packets of a live source (RTP) have no start of a stream to skip. Players discard the first 80 ms of
# sound, and what is decoded from the file alone comes 80 ms early against its picture.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --silent --no-audit --no-fund --prefix "$dir" mediabunny@1.61.0
cat >"$dir/seen.mjs" <<'JS'
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny';
const silence = Uint8Array.of(0xf8, 0xff, 0xfe);
const opusHead = Uint8Array.from([...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
async function preSkip(description) {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: 'opus', sampleRate: 48000, numberOfChannels: 2, ...(description && { description }) };
  for (let nth = 0; nth < 50; nth++)
    await source.add(new EncodedPacket(silence, 'key', nth / 50, 1 / 50), { decoderConfig });
  await output.finalize();
  const file = Buffer.from(output.target.buffer);
  return file.readUInt16BE(file.indexOf('dOps') + 6);
}
console.log(`without description ${await preSkip()}, with a pre-skip of 0 ${await preSkip(opusHead)}`);
JS
seen=$(cd "$dir" && node seen.mjs)
echo "$seen"
[[ $seen == 'without description 3840, with a pre-skip of 0 0' ]]
