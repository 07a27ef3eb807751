import {
  editsOf,
  boxesIn,
  BrokenVideo,
  childOf,
  contentOf,
  unsigned64,
  type PlayedMs,
  type Box,
} from './video-boxes.ts';

export interface VideoIndex {
  /** Content of `moov`. */
  readonly index: Buffer;
  /** Contents of `moof`, in their order. */
  readonly fragments: readonly Buffer[];
  /** Bytes of all `mdat`. */
  readonly mediaBytes: number;
  readonly fileBytes: number;
}

interface Track {
  readonly isPicture: boolean;
  readonly timescale: number;
  readonly played: PlayedMs;
  /** Length of a sample in fragments that give none. */
  defaultTicks: number;
  samples: number;
  sampleBytes: number;
  ticks: number;
}

/** "Unknown": some writers give no length; the tables of samples tell. */
const unknown32 = 0xff_ff_ff_ff;
/** Encoders pad the last frame of sound and put one before the first: a clip of 20 s has 20.02 s of sound. */
const soundPaddingMs = 100;
const tracksMax = 32;
/** 20 s of sound at 48 kHz have a thousand rows. */
const rowsMax = 200_000;

/**
 * How long a player shows the file, in milliseconds: the longest of what its headers claim and of what the samples of
 * each track add up to, less what its edit list skips. Headers can lie; tables of samples cannot without breaking the
 * video. Throws `BrokenVideo` when there is no picture or when media are missing.
 */
export function videoLength({ index, fragments, mediaBytes, fileBytes }: VideoIndex): number {
  const top: Box = { kind: 'moov', start: 0, end: index.length };
  const mvhd = childOf(index, top, 'mvhd');
  if (!mvhd) throw new BrokenVideo('no movie header');
  const movie = header(index, mvhd);
  const claims = [movie.ms];
  const tracks = new Map<number, Track>();
  for (const trak of boxesIn(index, top).filter((box) => box.kind === 'trak')) {
    if (tracks.size >= tracksMax) throw new BrokenVideo('too many tracks');
    const tkhd = childOf(index, trak, 'tkhd');
    const mdia = childOf(index, trak, 'mdia');
    if (!tkhd || !mdia) throw new BrokenVideo('half a track');
    const { id, ticks } = trackHeader(index, tkhd);
    claims.push(inMs(ticks, movie.timescale));
    const media = mediaOf(index, { trak, mdia }, movie.timescale, fileBytes);
    claims.push(media.track.played(media.claimedMs) - paddingOf(media.track));
    tracks.set(id, media.track);
  }
  if (fragments.length > 0) {
    const mvex = childOf(index, top, 'mvex');
    if (mvex) claims.push(readDefaults(index, mvex, movie.timescale, tracks));
    for (const fragment of fragments) addFragment(fragment, tracks);
  }
  const all = [...tracks.values()];
  if (!all.some((track) => track.isPicture && track.samples > 0 && playedMs(track) > 0))
    throw new BrokenVideo('no picture');
  if (mediaBytes === 0 || all.reduce((sum, track) => sum + track.sampleBytes, 0) > mediaBytes)
    throw new BrokenVideo('media are missing');
  return Math.max(...claims, ...all.map((track) => playedMs(track) - paddingOf(track)));
}

const paddingOf = (track: Track): number => (track.isPicture ? 0 : soundPaddingMs);

const playedMs = ({ played, ticks, timescale }: Track): number => played(inMs(ticks, timescale));

const inMs = (ticks: number, timescale: number): number => (ticks * 1000) / timescale;

/** `mvhd` and `mdhd` have the same layout. */
function header(bytes: Buffer, box: Box): { timescale: number; ms: number } {
  const content = contentOf(bytes, box, 20);
  const long = content[0] === 1;
  if (long) contentOf(bytes, box, 32);
  const timescale = content.readUInt32BE(long ? 20 : 12);
  if (timescale === 0) throw new BrokenVideo('no time scale');
  const ticks = long ? known64(content, 24) : known32(content, 16);
  return { timescale, ms: inMs(ticks, timescale) };
}

function trackHeader(bytes: Buffer, box: Box): { id: number; ticks: number } {
  const content = contentOf(bytes, box, 24);
  const long = content[0] === 1;
  if (long) contentOf(bytes, box, 36);
  return {
    id: content.readUInt32BE(long ? 20 : 12),
    ticks: long ? known64(content, 28) : known32(content, 20),
  };
}

const known32 = (content: Buffer, at: number): number => {
  const value = content.readUInt32BE(at);
  return value === unknown32 ? 0 : value;
};
const known64 = (content: Buffer, at: number): number =>
  content.readUInt32BE(at) === unknown32 && content.readUInt32BE(at + 4) === unknown32 ? 0 : unsigned64(content, at);

function mediaOf(
  bytes: Buffer,
  { trak, mdia }: { readonly trak: Box; readonly mdia: Box },
  movieTimescale: number,
  fileBytes: number,
): { claimedMs: number; track: Track } {
  const mdhd = childOf(bytes, mdia, 'mdhd');
  const hdlr = childOf(bytes, mdia, 'hdlr');
  const minf = childOf(bytes, mdia, 'minf');
  const stbl = minf && childOf(bytes, minf, 'stbl');
  if (!mdhd || !hdlr || !stbl) throw new BrokenVideo('half a track');
  const { timescale, ms } = header(bytes, mdhd);
  const isPicture = contentOf(bytes, hdlr, 12).toString('latin1', 8, 12) === 'vide';
  const played = editsOf(bytes, trak, { movieTimescale, mediaTimescale: timescale });
  const track: Track = { isPicture, timescale, played, defaultTicks: 0, samples: 0, sampleBytes: 0, ticks: 0 };
  for (const box of boxesIn(bytes, stbl)) {
    if (box.kind === 'stts') track.ticks = addTimes(bytes, box);
    else if (box.kind === 'stsz') Object.assign(track, addSizes(bytes, box));
    else if (box.kind === 'stco' || box.kind === 'co64') checkPlaces(bytes, box, fileBytes);
  }
  return { claimedMs: ms, track };
}

/** A table with its row count at `countAt` and rows of `width` bytes behind it; the rows must fit into the box. */
function table(bytes: Buffer, box: Box, countAt: number, width: number): { content: Buffer; rows: number[] } {
  const content = contentOf(bytes, box, countAt + 4);
  const count = content.readUInt32BE(countAt);
  if (count > rowsMax || countAt + 4 + count * width > content.length) throw new BrokenVideo(`${box.kind} is cut off`);
  return { content, rows: Array.from({ length: count }, (_, row) => countAt + 4 + row * width) };
}

function addTimes(bytes: Buffer, box: Box): number {
  const { content, rows } = table(bytes, box, 4, 8);
  return rows.reduce((sum, at) => sum + content.readUInt32BE(at) * content.readUInt32BE(at + 4), 0);
}

function addSizes(bytes: Buffer, box: Box): Pick<Track, 'samples' | 'sampleBytes'> {
  const content = contentOf(bytes, box, 12);
  const each = content.readUInt32BE(4);
  const samples = content.readUInt32BE(8);
  if (each > 0) return { samples, sampleBytes: each * samples };
  const { rows } = table(bytes, box, 8, 4);
  return { samples, sampleBytes: rows.reduce((sum, at) => sum + content.readUInt32BE(at), 0) };
}

function checkPlaces(bytes: Buffer, box: Box, fileBytes: number): void {
  const long = box.kind === 'co64';
  const { content, rows } = table(bytes, box, 4, long ? 8 : 4);
  if (rows.some((at) => (long ? unsigned64(content, at) : content.readUInt32BE(at)) >= fileBytes))
    throw new BrokenVideo('media beyond the end');
}

/** Reads the defaults of fragments; answers the length that the header claims for all of them. */
function readDefaults(bytes: Buffer, mvex: Box, timescale: number, tracks: ReadonlyMap<number, Track>): number {
  let claimed = 0;
  for (const box of boxesIn(bytes, mvex)) {
    if (box.kind === 'trex') {
      const content = contentOf(bytes, box, 24);
      const track = tracks.get(content.readUInt32BE(4));
      if (track) track.defaultTicks = content.readUInt32BE(12);
    } else if (box.kind === 'mehd') {
      const content = contentOf(bytes, box, 8);
      if (content[0] === 1) contentOf(bytes, box, 12);
      claimed = inMs(content[0] === 1 ? known64(content, 4) : known32(content, 4), timescale);
    }
  }
  return claimed;
}

function addFragment(bytes: Buffer, tracks: ReadonlyMap<number, Track>): void {
  for (const traf of boxesIn(bytes, { start: 0, end: bytes.length }).filter((box) => box.kind === 'traf')) {
    const tfhd = childOf(bytes, traf, 'tfhd');
    if (!tfhd) throw new BrokenVideo('half a fragment');
    const content = contentOf(bytes, tfhd, 8);
    const flags = content.readUIntBE(1, 3);
    const track = tracks.get(content.readUInt32BE(4));
    if (!track) throw new BrokenVideo('a fragment of no track');
    const at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
    const each = flags & 0x8 ? contentOf(bytes, tfhd, at + 4).readUInt32BE(at) : track.defaultTicks;
    for (const trun of boxesIn(bytes, traf).filter((box) => box.kind === 'trun')) addRun(bytes, trun, each, track);
  }
}

function addRun(bytes: Buffer, trun: Box, each: number, track: Track): void {
  const content = contentOf(bytes, trun, 8);
  const flags = content.readUIntBE(1, 3);
  const count = content.readUInt32BE(4);
  const from = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  if (from + count * width > content.length) throw new BrokenVideo('trun is cut off');
  track.samples += count;
  if (!(flags & 0x100)) track.ticks += each * count;
  else for (let row = 0; row < count; row++) track.ticks += content.readUInt32BE(from + row * width);
}
