#!/usr/bin/env bash
# ffmpeg 9.0.2 (in imageio-ffmpeg 0.8.1), demuxers mov and concat: a fragmented MP4 whose first fragment begins later
# than 0, as segments from the middle of a stream do, or a recording whose beginning was cut out.
# Expected: its duration is the time from its start to its end, 4 s for what begins at 4 s and ends at 8 s, as ffmpeg
# says for the same frames in MPEG-TS. The concat demuxer puts the next file right after it. ISO/IEC 14496-12, section
# 8.8.12, lets a track fragment begin at any decode time.
# Seen: the duration is the time of the end, 8 s, with a start of 4 s, and the next file comes 4 s too late.
# Why it matters: what is joined has a hole as long as what was cut out. A line `duration` in the list for each such
# file closes it.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --no-deps --target "$dir" imageio-ffmpeg==0.8.1
ffmpeg=$(ls "$dir"/imageio_ffmpeg/binaries/ffmpeg-linux-*)
cd "$dir"
"$ffmpeg" -loglevel error -f lavfi -i testsrc=size=160x90:rate=25:duration=8 -c:v libx264 -bf 0 -g 50 -f hls \
  -hls_time 2 -hls_list_size 0 -hls_segment_type fmp4 -hls_segment_filename 'part%d.m4s' all.m3u8
cat init.mp4 part2.m4s part3.m4s >late.mp4
"$ffmpeg" -loglevel error -copyts -i late.mp4 -c copy -muxdelay 0 -muxpreload 0 late.ts
printf 'file late.mp4\nfile late.mp4\n' >mp4.txt
printf 'file late.mp4\nduration 4\nfile late.mp4\n' >timed.txt
printf 'file late.ts\nfile late.ts\n' >ts.txt
about() {
  { "$ffmpeg" -hide_banner -i "$1" 2>&1 || true; } |
    sed -n 's/.*Duration: 00:00:\([0-9.]*\), start: \([0-9.]*\),.*/\1 from \2/p'
}
# The longest time from one frame to the next, in seconds.
gap() {
  "$ffmpeg" -loglevel error -f concat -i "$1" -c copy -f framecrc - |
    awk -F, '/^#tb/ { split($0, tb, "[ /]") } !/^#/ { if (n++ && $2 - last > most) most = $2 - last; last = $2 }
      END { printf "%.2f", most * tb[3] / tb[4] }'
}
mp4=$(about late.mp4) ts=$(about late.ts)
gaps="$(gap mp4.txt) $(gap timed.txt) $(gap ts.txt)"
echo "duration: $mp4 in MP4, $ts in MPEG-TS; longest step in MP4, with durations, in MPEG-TS: $gaps"
[ "$mp4" = '08.00 from 4.000000' ] && [ "$ts" = '04.00 from 4.000000' ] && [ "$gaps" = '4.04 0.04 0.04' ]
