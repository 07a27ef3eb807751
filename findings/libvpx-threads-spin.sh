#!/usr/bin/env bash
# ffmpeg (Debian 12: 5.1) with libvpx 1.12, VP8, -deadline realtime.
#
# Expected: a second encoder thread on a machine (or container) with one processor costs nothing much: the same work,
# divided. Seen: it takes several times as much processor time (13 times here, 60 seconds for 10 seconds of 720p), because
# the encoder's threads wait for each other's rows in busy loops and burn the time slices that the other one needs. On
# several processors that others load it is the same. Realtime encoding then falls behind, with both threads at 100 %.
# Why it matters: ffmpeg's advice for realtime VP8 is "-threads" as many as there are; a small server must say one.
set -euo pipefail
for program in ffmpeg taskset; do command -v "$program" >/dev/null || { echo "needs $program (apt-get install ffmpeg util-linux)"; exit 2; }; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ffmpeg -hide_banner -loglevel error -f lavfi -i 'testsrc2=size=1280x720:rate=30' -t 2 -c:v libx264 -preset ultrafast "$work/in.mp4"
seconds() { # processor time, of encoding on one processor with $1 threads
  local TIMEFORMAT=%U
  { time taskset -c 0 ffmpeg -hide_banner -loglevel error -threads 1 -i "$work/in.mp4" -an -c:v libvpx -deadline realtime \
    -cpu-used 8 -lag-in-frames 0 -b:v 2M -threads "$1" -f null - ; } 2>&1 | tail -1
}
one=$(seconds 1)
two=$(seconds 2)
echo "2 seconds of 720p30 on one processor: ${one} s of processor time with one thread, ${two} s with two"
awk -v one="$one" -v two="$two" 'BEGIN { exit !(two > 3 * one) }'
