#!/usr/bin/env bash
# ffmpeg 9.0.2 (in imageio-ffmpeg 0.8.1), encoder webvtt: & and < of a cue's text are written as they are.
# Expected: in WebVTT they start a character reference and a tag, so a cue's text has &amp; and &lt; for them (W3C
# WebVTT, section 4.2.2, on caption and subtitle cue text). A valid file that is read and written means the same
# afterward.
# Seen: "Tom &amp; Ann &lt;3 you" becomes "Tom & Ann <3 you", and &nbsp; becomes the two letters \h, which is how ASS
# writes a space that does not break. From SRT it is the same.
# Why it matters: a player takes <3 you for a tag and shows "Tom & Ann" alone, to the end of the cue: every caption with
# a heart, a comparison or a line of code loses its words, and people who hear well do not notice.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --no-deps --target "$dir" imageio-ffmpeg==0.8.1
ffmpeg=$(ls "$dir"/imageio_ffmpeg/binaries/ffmpeg-linux-*)
cue='00:01.000 --> 00:03.000'
printf 'WEBVTT\n\n%s\nTom &amp; Ann &lt;3 you\n\n00:04.000 --> 00:05.000\nAct&nbsp;2\n' "$cue" >"$dir/in.vtt"
printf '1\n00:00:01,000 --> 00:00:03,000\nTom & Ann <3 you\n' >"$dir/in.srt"
"$ffmpeg" -loglevel error -i "$dir/in.vtt" "$dir/from-vtt.vtt"
"$ffmpeg" -loglevel error -i "$dir/in.srt" "$dir/from-srt.vtt"
echo "from WebVTT:"; cat "$dir/from-vtt.vtt"
echo "from SRT:"; cat "$dir/from-srt.vtt"
grep -qxF 'Tom & Ann <3 you' "$dir/from-vtt.vtt" && grep -qxF 'Act\h2' "$dir/from-vtt.vtt" &&
  grep -qxF 'Tom & Ann <3 you' "$dir/from-srt.vtt"
