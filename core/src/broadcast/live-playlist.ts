import { playlistTailSeconds, segmentSecondsMax } from './limits.ts';

/** A stored fragment of a broadcast. Fragments of one part share its initialization section and its clock. */
export interface PlaylistSegment {
  readonly partId: string;
  readonly ordinal: number;
  readonly keyNumber: number;
  /** When the part began. */
  readonly partBeginsAt: number;
  /** From the beginning of the part. */
  readonly beginsMs: number;
  readonly lengthMs: number;
}

/**
 * The initialization vector of a segment, in hexadecimal: the first twelve bytes of its part's random id and its place
 * in it, so that no two segments of a key share one.
 */
export const segmentIv = (partId: string, ordinal: number): string =>
  partId.replaceAll('-', '').slice(0, 24) + ordinal.toString(16).padStart(8, '0');

/** URLs are relative to the playlist's and contain no secret: only the keys need a ticket. */
const initUri = (partId: string): string => `segments/${partId}/init.mp4`;
const segmentUri = ({ partId, ordinal }: PlaylistSegment): string => `segments/${partId}/${ordinal}.m4s`;
const keyLine = ({ partId, ordinal, keyNumber }: PlaylistSegment): string =>
  `#EXT-X-KEY:METHOD=AES-128,URI="keys/${keyNumber}",IV=0x${segmentIv(partId, ordinal)}`;

const dateLine = ({ partBeginsAt, beginsMs }: PlaylistSegment): string =>
  `#EXT-X-PROGRAM-DATE-TIME:${new Date(partBeginsAt + beginsMs).toISOString()}`;

/** The initialization section is not encrypted. `METHOD=NONE` says so, because a key applies to it as well. */
const partLines = (segment: PlaylistSegment): string[] => [
  '#EXT-X-KEY:METHOD=NONE',
  `#EXT-X-MAP:URI="${initUri(segment.partId)}"`,
  dateLine(segment),
];

/**
 * The media playlist (RFC 8216, version 9 of its successor) of a broadcast from its beginning. `tail`: a delta update,
 * which replaces older segments by their number.
 */
export function livePlaylist(
  segments: readonly PlaylistSegment[],
  { ended, tail }: { readonly ended: boolean; readonly tail: boolean },
): string {
  const longest = segments.reduce((most, { lengthMs }) => Math.max(most, lengthMs), 0);
  const targetSeconds = Math.max(segmentSecondsMax, Math.round(longest / 1000));
  const tailSeconds = Math.max(playlistTailSeconds, 6 * targetSeconds);
  const skipped = tail && !ended ? olderThan(segments, tailSeconds * 1000) : 0;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${tailSeconds.toFixed(1)}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MEDIA-SEQUENCE:0',
  ];
  if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`);
  for (let at = skipped; at < segments.length; at += 1) {
    const segment = segments[at]!;
    const before = segments[at - 1];
    const isNewPart = before?.partId !== segment.partId;
    if (before && isNewPart) lines.push('#EXT-X-DISCONTINUITY');
    if (isNewPart || at === skipped) lines.push(...partLines(segment));
    lines.push(keyLine(segment), `#EXTINF:${(segment.lengthMs / 1000).toFixed(3)},`, segmentUri(segment));
  }
  if (ended) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/** How many segments begin before the last `ms`. */
function olderThan(segments: readonly PlaylistSegment[], ms: number): number {
  let restMs = 0;
  for (let at = segments.length; at > 0; at -= 1) {
    restMs += segments[at - 1]!.lengthMs;
    if (restMs >= ms) return at - 1;
  }
  return 0;
}
