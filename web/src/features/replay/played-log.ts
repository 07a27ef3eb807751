import { playedRangesMax } from '@frontrow/core/broadcast/limits.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';

/** A player says its moment several times a second, at double speed and in a hidden tab every two seconds of video. */
const stepMsMax = seconds(3);

/** What was played since the last report. */
export interface PlayedLog {
  /** The moment that is shown. Called while it plays. */
  note(moment: number): void;
  /** Playing stopped, or goes on elsewhere. */
  rest(): void;
  /** What to report now. */
  take(): Span[];
  /** The report did not arrive: it is part of the next one. */
  putBack(played: readonly Span[]): void;
}

export function createPlayedLog(): PlayedLog {
  let played: Span[] = [];
  let last: number | undefined;
  return {
    note(moment) {
      const from = last;
      last = moment;
      if (from === undefined || moment <= from || moment - from > stepMsMax) return;
      const before = played.at(-1);
      if (before?.to === from) played[played.length - 1] = { from: before.from, to: moment };
      else played.push({ from, to: moment });
      // More than anyone seeks between two reports; the oldest are forgotten, in favor of the viewer.
      played = played.slice(-playedRangesMax);
    },
    rest: () => void (last = undefined),
    take() {
      const taken = played;
      played = [];
      return taken;
    },
    putBack: (taken) => void (played = [...taken, ...played].slice(-playedRangesMax)),
  };
}
