import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';
import type { WireReplayRefund } from '@frontrow/contract/ticketing/api.ts';
import { useEffect, useRef, useState } from 'react';
import { call, notReached } from '#web/shared/api/call.ts';
import { base, headersFor } from '#web/shared/api/request.ts';
import { accessToken } from '#web/shared/api/tokens.ts';
import { fetchOwn } from '#web/shared/server-clock.ts';
import { createPlayedLog, type PlayedLog } from './played-log.ts';

const everyMs = seconds(15);
const name = 'POST /events/replay/played';

/** A page that is closed does not wait for answers: the request outlives it, and an old token is not renewed. */
function reportOnLeaving(eventUuid: string, played: readonly Span[]): void {
  const headers = { ...headersFor(accessToken()), 'content-type': 'application/json' };
  const body = JSON.stringify({ event_uuid: eventUuid, played });
  void fetchOwn(`${base}${name.slice('POST '.length)}`, { method: 'POST', keepalive: true, headers, body }).catch(
    () => undefined,
  );
}

/** What a player says of itself. */
export interface PlayedSink {
  /** The moment that is shown, while it plays. */
  readonly note: (moment: number) => void;
  /** Playing goes on elsewhere. */
  readonly rest: () => void;
  /** Playing stopped. */
  readonly pause: () => void;
}

interface Played {
  readonly player: PlayedSink;
  /** What counts as watched after the last report. */
  readonly refund: WireReplayRefund | undefined;
}

/** Reports what is played of a replay whose refund depends on it: every 15 seconds, at a pause, and on leaving. */
export function usePlayed(eventUuid: string, known: WireReplayRefund | undefined): Played {
  const [log] = useState<PlayedLog>(createPlayedLog);
  const [answered, setAnswered] = useState<WireReplayRefund>();
  const counts = known !== undefined;
  const reporting = useRef<() => Promise<void>>(async () => undefined);
  useEffect(() => {
    if (!counts) return undefined;
    const report = async (): Promise<void> => {
      const played = log.take();
      if (played.length === 0) return;
      try {
        const { refund } = await call(name, { body: { event_uuid: eventUuid, played } });
        if (refund) setAnswered(refund);
      } catch (error) {
        if (notReached(error)) log.putBack(played);
      }
    };
    reporting.current = report;
    const leave = (): void => {
      if (document.visibilityState !== 'hidden') return;
      const played = log.take();
      if (played.length > 0) reportOnLeaving(eventUuid, played);
    };
    const timer = setInterval(() => void report(), everyMs);
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', leave);
      void report();
    };
  }, [counts, eventUuid, log]);
  const [player] = useState(() => ({
    note: (moment: number): void => log.note(moment),
    rest: (): void => log.rest(),
    pause: (): void => {
      log.rest();
      void reporting.current();
    },
  }));
  return { player, refund: answered ?? known };
}
