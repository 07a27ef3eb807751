import { type Box, BrokenVideo, childOf, contentOf, signed64, unsigned64 } from './video-boxes.ts';

/** How long a player shows a track with this length of media, in milliseconds; 0 where it shows none of them. */
export type PlayedMs = (mediaMs: number) => number;

/** The place of an edit that is a pause. */
const pause = -1;
/** A cut has a row or two; this leaves room for an editor's list. */
const editsMax = 1_000;

/**
 * Reads the edit list (`edts`/`elst`) of a track. A clip that was cut without re-encoding keeps the pictures since
 * the last key frame before the cut, and its edit list tells players to skip them. Only what is skipped at the
 * beginning is taken off the media's length: not every player stops where the last edit ends. The sum of the edits
 * counts where it is longer, because edits can repeat the same media.
 */
export function editsOf(
  bytes: Buffer,
  trak: Box,
  { movieTimescale, mediaTimescale }: { readonly movieTimescale: number; readonly mediaTimescale: number },
): PlayedMs {
  const edits = readEdits(bytes, trak);
  if (edits.length === 0) return (mediaMs) => mediaMs;
  if (edits.some(({ from }) => from < pause)) throw new BrokenVideo('an edit before the beginning');
  const msOf = (some: readonly Edit[]): number =>
    (some.reduce((sum, { ticks }) => sum + ticks, 0) * 1000) / movieTimescale;
  const shown = edits.filter(({ from }) => from !== pause);
  const pausesMs = msOf(edits) - msOf(shown);
  const skippedMs = (Math.min(...shown.map(({ from }) => from)) * 1000) / mediaTimescale;
  return (mediaMs) => (mediaMs > skippedMs ? Math.max(msOf(edits), pausesMs + mediaMs - skippedMs) : 0);
}

interface Edit {
  /** Length, in the movie's time scale. */
  readonly ticks: number;
  /** Where it begins, in the media's time scale. */
  readonly from: number;
}

function readEdits(bytes: Buffer, trak: Box): Edit[] {
  const edts = childOf(bytes, trak, 'edts');
  const elst = edts && childOf(bytes, edts, 'elst');
  if (!elst) return [];
  const content = contentOf(bytes, elst, 8);
  const long = content[0] === 1;
  const width = long ? 20 : 12;
  const count = content.readUInt32BE(4);
  if (count > editsMax || 8 + count * width > content.length) throw new BrokenVideo('elst is cut off');
  return Array.from({ length: count }, (_, row) => {
    const at = 8 + row * width;
    return long
      ? { ticks: unsigned64(content, at), from: signed64(content, at + 8) }
      : { ticks: content.readUInt32BE(at), from: content.readInt32BE(at + 4) };
  });
}
