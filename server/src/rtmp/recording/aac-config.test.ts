import { expect, test } from 'vitest';
import { readAacConfig } from './aac-config.ts';

const read = (bits: string) => {
  const padded = bits.replaceAll(' ', '').padEnd(Math.ceil(bits.replaceAll(' ', '').length / 8) * 8, '0');
  return readAacConfig(Buffer.from(padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))));
};

test.each([
  ['LC, 48 kHz, stereo', '00010 0011 0010 000', 'mp4a.40.2', 48_000, 2, 1024],
  ['LC, 44.1 kHz, mono', '00010 0100 0001 000', 'mp4a.40.2', 44_100, 1, 1024],
  ['LC, 5.1', '00010 0011 0110 000', 'mp4a.40.2', 48_000, 6, 1024],
  ['LC, 7.1', '00010 0011 0111 000', 'mp4a.40.2', 48_000, 8, 1024],
  ['LC with frames of 960 samples', '00010 0011 0010 100', 'mp4a.40.2', 48_000, 2, 960],
  ['a rate in full', '00010 1111 000000001011101110000000 0010 000', 'mp4a.40.2', 48_000, 2, 1024],
  ['HE-AAC, 44.1 kHz of which the core has half', '00101 0111 0010 0100 00010 000', 'mp4a.40.5', 22_050, 2, 1024],
  ['HE-AAC with parametric stereo', '11101 0111 0001 0100 00010 000', 'mp4a.40.29', 22_050, 1, 1024],
  [
    'channels named one by one: a center and two pairs',
    '00010 0011 0000 000 0000 01 0011 0010 0000 0001 00 000 0000 0 0 0 0 0000 1 0001 1 0010',
    'mp4a.40.2',
    48_000,
    5,
    1024,
  ],
])('a description of %s is read', (_, bits, codec, sampleRate, channels, frameSamples) => {
  expect(read(bits)).toMatchObject({ codec, sampleRate, channels, frameSamples });
});

test.each([
  ['nothing', ''],
  ['one byte', '00010 001'],
  ['a rate that does not exist', '00010 1101 0010 000'],
  ['a rate of zero', '00010 1111 000000000000000000000000 0010 000'],
  ['xHE-AAC, which needs another description', '11111 001010 0011 0010 000'],
  ['no channel at all', '00010 0011 0000 000 0000 01 0011 0000 0000 0000 00 000 0000 0 0 0'],
])('a description of %s is not read', (_, bits) => {
  expect(bits === '' ? readAacConfig(Buffer.alloc(0)) : read(bits)).toBeUndefined();
});
