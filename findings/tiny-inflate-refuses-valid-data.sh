#!/bin/sh
# tiny-inflate 1.0.3, the decompressor of fontkit 2.0.4 (which pdfkit uses to embed fonts).
#
# Expected: it reads every valid deflate stream, as zlib does.
# Seen: the table `cmap` of noto-sans-sc-101-400-normal.woff (@fontsource/noto-sans-sc 5.3.0) is "Data error" for
#   tiny-inflate, while zlib reads it to the announced length. fontkit hides the error: it opens the font, and the first
#   question about a character fails with "Cannot read properties of undefined (reading 'tables')". The other 96 files
#   of the family and weight are read.
# Why it matters: one WOFF file of a family cannot be embedded into a PDF, and nothing says why. Unpack WOFF with zlib
#   and hand the OpenType font to fontkit.
#
# Exits 0 while this is so.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund fontkit@2.0.4 tiny-inflate@1.0.3 @fontsource/noto-sans-sc@5.3.0
cat > look.mjs <<'END'
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { create } from 'fontkit';
import inflate from 'tiny-inflate';

const woff = readFileSync('node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-101-400-normal.woff');
let packed, bytes;
for (let at = 44, left = woff.readUInt16BE(12); left > 0; left--, at += 20)
  if (woff.toString('latin1', at, at + 4) === 'cmap') {
    packed = woff.subarray(woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 4) + woff.readUInt32BE(at + 8));
    bytes = woff.readUInt32BE(at + 12);
  }
const byZlib = inflateSync(packed).length;
let byTiny;
try {
  byTiny = inflate(packed.subarray(2), new Uint8Array(bytes)).length;
} catch (error) {
  byTiny = String(error);
}
let byFontkit;
try {
  byFontkit = create(woff).hasGlyphForCodePoint(0x5ed0);
} catch (error) {
  byFontkit = String(error);
}
console.log({ announced: bytes, byZlib, byTiny, byFontkit });
process.exit(byZlib === bytes && typeof byTiny === 'string' && typeof byFontkit === 'string' ? 0 : 1);
END
node look.mjs
