import type { TrackFormat } from './rtp/frames.ts';

/** A stream in the engine's offer. */
export interface OfferedTrack {
  readonly trackSid: string;
  readonly ssrc: number;
  readonly codecs: ReadonlyMap<number, TrackFormat['codec']>;
}

const known: Readonly<Record<string, TrackFormat['codec']>> = {
  'opus/48000': 'opus',
  'vp8/90000': 'vp8',
  'h264/90000': 'avc',
};
const sectionStart = /(?=^m=)/m;
/** The recorder handles no retransmission streams, redundancy, header extensions or bandwidth estimation. */
const unsupported = /^a=(?:extmap|extmap-allow-mixed|ssrc-group:FID)\b/;

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '');
const numberIn = (line: string): number => Number(/^a=[\w-]+:(\d+)/.exec(line)?.[1] ?? Number.NaN);

function codecsIn(lines: readonly string[]): Map<number, TrackFormat['codec']> {
  const found = new Map<number, TrackFormat['codec']>();
  for (const line of lines) {
    const [, payload, name, rate] = /^a=rtpmap:(\d+) ([\w-]+)\/(\d+)/.exec(line) ?? [];
    const codec = known[`${name?.toLowerCase()}/${rate}`];
    if (codec !== undefined) found.set(Number(payload), codec);
  }
  return found;
}

/**
 * The offer with Opus, VP8 and H.264 only: otherwise the engine sends audio as RED, and retransmissions in another
 * stream.
 */
export function narrowed(offer: string): string {
  const [session = '', ...sections] = offer.split(sectionStart);
  const narrow = (section: string): string => {
    if (!/^m=(?:audio|video) /.test(section)) return section;
    const lines = linesOf(section);
    const codecs = codecsIn(lines);
    const kept = lines.slice(1).filter((line) => {
      if (unsupported.test(line) || /^a=rtcp-fb:.*(?:goog-remb|transport-cc)/.test(line)) return false;
      return !/^a=(?:rtpmap|fmtp|rtcp-fb):\d/.test(line) || codecs.has(numberIn(line));
    });
    const [kind, port, profile, ...payloads] = lines[0]!.split(' ');
    const ours = payloads.filter((payload) => codecs.has(Number(payload)));
    const first = [kind, port, profile, ...(ours.length > 0 ? ours : payloads.slice(0, 1))].join(' ');
    return `${[first, ...kept].join('\r\n')}\r\n`;
  };
  const head = linesOf(session).filter((line) => !unsupported.test(line));
  return [`${head.join('\r\n')}\r\n`, ...sections.map(narrow)].join('');
}

/** The streams that an offer describes. Its media sections are reused for other tracks once theirs have ended. */
export function offeredTracks(offer: string): OfferedTrack[] {
  return offer.split(sectionStart).flatMap((section) => {
    const lines = linesOf(section);
    if (!/^m=(?:audio|video) /.test(section) || lines.includes('a=inactive') || lines.includes('a=recvonly')) return [];
    const codecs = codecsIn(lines);
    const trackSid = lines.map((line) => /^a=(?:ssrc:\d+ )?msid:\S+ (TR_\w+)/.exec(line)?.[1]).find(Boolean);
    const ssrc = lines.filter((line) => line.startsWith('a=ssrc:')).map(numberIn)[0];
    return trackSid === undefined || ssrc === undefined || codecs.size === 0 ? [] : [{ trackSid, ssrc, codecs }];
  });
}
