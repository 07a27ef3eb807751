#!/usr/bin/env bash
# ffmpeg 9.0.2 (in imageio-ffmpeg 0.8.1), muxer hls: a picture in MPEG-TS segments with captions in WebVTT segments.
# Expected: both are on one clock. RFC 8216, section 3.5, ties a WebVTT segment to the clock of MPEG-TS by its line
# X-TIMESTAMP-MAP, and a client MUST take cue time 0 for MPEG-TS time 0 where the line is missing.
# Seen: the first picture has the time 1.4 s, because the MPEG-TS muxer starts there, and the line is missing: a cue for
# the picture one second in says 1.000, which is 0.4 s before the first picture.
# Why it matters: captions are 1.4 s early in players that follow the RFC and right in those that guess, so it depends
# on the device. `-muxdelay 0 -muxpreload 0` has the pictures start at zero.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --no-deps --target "$dir" imageio-ffmpeg==0.8.1
ffmpeg=$(ls "$dir"/imageio_ffmpeg/binaries/ffmpeg-linux-*)
cd "$dir"
printf 'WEBVTT\n\n00:01.000 --> 00:02.000\nAt one second\n' >in.vtt
"$ffmpeg" -loglevel error -f lavfi -i testsrc=size=160x90:rate=25:duration=4 -i in.vtt -map 0:v -map 1:s \
  -c:v libx264 -bf 0 -g 50 -c:s webvtt -f hls -hls_time 2 -hls_list_size 0 -master_pl_name all.m3u8 \
  -var_stream_map v:0,s:0,sgroup:captions -hls_segment_filename 'picture%d.ts' picture.m3u8
start=$({ "$ffmpeg" -hide_banner -i picture0.ts 2>&1 || true; } | sed -n 's/.*start: \([0-9.]*\),.*/\1/p')
cue=$(sed -n 's/ --> .*//p' picture0.vtt)
mapped=$(cat ./picture*.vtt | grep -c X-TIMESTAMP-MAP || true)
echo "first picture at $start s of MPEG-TS; cue for the picture one second later: $cue; lines X-TIMESTAMP-MAP: $mapped"
[ "$start" = 1.400000 ] && [ "$cue" = 00:01.000 ] && [ "$mapped" = 0 ]
