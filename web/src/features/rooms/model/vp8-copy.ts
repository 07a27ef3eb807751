import { vp8AskEveryMs } from '@frontrow/core/broadcast/limits.ts';
import { type EngineAddress, encoderName, type RoomMedia } from '../media/media-model.ts';
import type { RoomScope } from './room-scope.ts';
import { noVp8 } from './room-state.ts';

/** While it starts, and nothing is seen yet. */
const askSoonMs = 1_500;

export interface Vp8Copy {
  /** The copy's connection once its picture is received: what is seen and heard comes from there. */
  media(): RoomMedia | null;
  close(): void;
}

/**
 * In a browser without H.264, while an encoder sends: asks for the copy of its video in VP8, and receives picture and
 * sound from the copy's room once there is one. The asking keeps the copy running, so it goes on while this browser
 * watches.
 */
export function followVp8Copy(scope: RoomScope, main: () => RoomMedia | null): Vp8Copy {
  const { deps, store, timers, get, set, isInside } = scope;
  const { eventUuid: event_uuid } = deps;
  let media: RoomMedia | null = null;
  let isShown = false;
  let stays = 0;

  const isWanted = (): boolean => {
    const { live, delivery } = get();
    const isSent = live?.ingestState === 'preview' || live?.ingestState === 'live';
    return isInside() && delivery === 'webrtc' && live?.source === 'encoder' && isSent;
  };
  const hears = (): boolean => !deps.me.isOwner || get().feed.heard;
  /** One of the two is heard, never both. */
  const listen = (): void => {
    media?.listen(isShown && hears());
    main()?.listen(!isShown && hears());
  };
  const close = (): void => {
    const opened = media;
    if (!opened && get().vp8 === noVp8) return;
    media = null;
    if (isShown) {
      isShown = false;
      listen();
    }
    void opened?.leave();
    set({ vp8: noVp8 });
  };
  const ask = async () => {
    const answer = await deps.call('POST /events/streaming/vp8_video', { body: { event_uuid } });
    if (isWanted()) set({ vp8: { ...get().vp8, state: answer.state } });
    return answer.state === 'ready' && isWanted() ? answer : null;
  };
  const open = ({ url, token }: EngineAddress): void => {
    const opened = deps.connectMedia({
      url,
      token,
      priority: { owner: encoderName, speaker: null, only: true },
      renew: ask,
      onRemoved: close,
      onDeviceFailed: () => undefined,
      log: deps.log,
      portrait: deps.portrait,
      silent: true,
    });
    media = opened;
    opened.subscribe(() => {
      if (media !== opened) return;
      const { feeds, connection } = opened.state();
      if (connection === 'ended') return close();
      const wasShown = isShown;
      isShown = feeds.length > 0;
      if (isShown !== wasShown) listen();
      set({ vp8: { ...get().vp8, feeds: isShown ? feeds : null } });
    });
  };
  const follow = async (): Promise<void> => {
    const mine = (stays += 1);
    while (isInside() && stays === mine) {
      // Without an answer everything stays as it is.
      const entry = isWanted() ? await ask().catch(() => null) : null;
      if (!isWanted()) close();
      else if (entry && !media) open(entry);
      // The connection to the event's room may be a new one, which plays its sound at first.
      if (isShown) listen();
      await timers.pause(get().vp8.state === 'starting' || (media && !isShown) ? askSoonMs : vp8AskEveryMs);
    }
  };
  const isNeeded = deps.kind === 'broadcast' && !deps.playsH264;
  if (isNeeded)
    store.subscribe((now, before) => {
      if (now.phase === 'inside' && before.phase !== 'inside') void follow();
      else if (now.phase !== 'inside' && before.phase === 'inside') close();
    });
  return { media: () => (isShown ? media : null), close };
}
