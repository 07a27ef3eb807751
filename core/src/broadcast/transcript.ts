import { type Instant, seconds } from '../kernel/instant.ts';

/** A finished line of captions, as it is stored: `at` is when the speaker had said it. */
export interface SaidLine {
  readonly at: Instant;
  readonly username: string;
  readonly text: string;
}

/** A line with the stretch of the event in which it was said. */
export interface Cue {
  readonly from: Instant;
  readonly to: Instant;
  readonly username: string;
  readonly text: string;
}

/** Only the end of a line is known. People speak about 15 characters a second. */
const msPerCharacter = 65;
const cueMsMin = seconds(1);
const cueMsMax = seconds(8);

/** When each line was said: it begins after the one before it, and no longer ago than saying it takes. In order. */
export function cuesOf(lines: readonly SaidLine[]): Cue[] {
  return lines.map(({ at, username, text }, index) => {
    const spokenMs = Math.min(cueMsMax, Math.max(cueMsMin, text.length * msPerCharacter));
    const before = lines[index - 1]?.at ?? Number.NEGATIVE_INFINITY;
    return { from: Math.min(at - 1, Math.max(at - spokenMs, before)), to: at, username, text };
  });
}

const timeOf = (ms: number): string => {
  const hours = Math.floor(ms / 3_600_000);
  return `${String(hours).padStart(2, '0')}:${new Date(ms % 3_600_000).toISOString().slice(14, 23)}`;
};

/** In cue text these would be markup, and an arrow would end the cue (WebVTT, section 4.2.2). */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/gu, ' ').trim();

/** WebVTT with times from `begins`; cues that end before it are left out. */
export const vttOf = (cues: readonly Cue[], begins: Instant): string =>
  [
    'WEBVTT',
    ...cues
      .filter(({ to }) => to > begins)
      .map(
        ({ from, to, username, text }) =>
          `${timeOf(Math.max(0, from - begins))} --> ${timeOf(to - begins)}\n<v ${escaped(username)}>${escaped(text)}`,
      ),
  ].join('\n\n') + '\n';
