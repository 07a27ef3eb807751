import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const headerBytes = 12;
const entryBytes = 16;

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/**
 * The OpenType font in a WOFF 1.0 file. The font library reads WOFF too, but its decompressor (tiny-inflate 1.0.3) does
 * not read every valid file: findings/tiny-inflate-refuses-valid-data.sh.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index) => woffHeaderBytes + index * woffEntryBytes);
  const tables = entries.map((at) => {
    const [offset, packedBytes, bytes] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedBytes);
    const data = packedBytes < bytes ? inflateSync(packed) : packed;
    return { tag: woff.toString('latin1', at, at + 4), checksum: woff.readUInt32BE(at + 16), data };
  });
  const directoryBytes = headerBytes + count * entryBytes;
  const font = Buffer.alloc(tables.reduce((sum, { data }) => sum + padded(data.length), directoryBytes));
  const powerOfTwo = 2 ** Math.floor(Math.log2(count));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(powerOfTwo * entryBytes, 6);
  font.writeUInt16BE(Math.log2(powerOfTwo), 8);
  font.writeUInt16BE((count - powerOfTwo) * entryBytes, 10);
  let offset = directoryBytes;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = headerBytes + index * entryBytes;
    font.write(tag, at, 'latin1');
    font.writeUInt32BE(checksum, at + 4);
    font.writeUInt32BE(offset, at + 8);
    font.writeUInt32BE(data.length, at + 12);
    data.copy(font, offset);
    offset += padded(data.length);
  }
  return font;
}
