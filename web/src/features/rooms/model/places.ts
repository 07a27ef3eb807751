import type { ChatDelivery } from '@frontrow/core/broadcast/delivery-rules.ts';
import { quietMedia } from '../media/media-model.ts';
import type { RoomConnection } from './connection.ts';
import { endingOf, type Exits } from './leaving.ts';
import type { LiveStateModel } from './live-state.ts';
import type { Memory } from './remembered-room.ts';
import { requestSeat, type RoomScope } from './room-scope.ts';
import { devicesOff, rewoundMs } from './room-state.ts';

/** Of the viewers who see the same free place, about this many ask for it in the first moment. */
const askersAtOnce = 50;
const askAgainMs = 30_000;

interface PlaceParts {
  readonly exits: Exits;
  readonly live: LiveStateModel;
  readonly memory: Memory;
  readonly connection: RoomConnection;
  readonly listen: (by: ChatDelivery) => void;
}

/**
 * A viewer by HLS moves up to WebRTC when a place frees up. The more viewers wait for a place, the longer each pauses
 * before asking, so that a free place is no rush. Returns what asks for a seat now, which throws where there is none.
 */
export function followPlaces(
  scope: RoomScope,
  { exits, live, memory, connection, listen }: PlaceParts,
): () => Promise<void> {
  const { deps, store, timers, get, set, isInside } = scope;
  let isDue = false;
  const isWanted = (): boolean => {
    const { delivery, behindMs, live: state } = get();
    // Who has rewound would lose their place in the broadcast.
    if (!isInside() || delivery !== 'hls' || state === null || behindMs > rewoundMs) return false;
    return state.webrtcPlaces > 0;
  };
  const askForSeat = async (): Promise<void> => {
    const answer = await requestSeat(deps, memory.now().sessionId, { takeOver: false, returning: true });
    if (!isInside()) return;
    live.apply(answer.current_state);
    listen(answer.chat);
    const { live: state } = get();
    if (answer.delivery !== 'webrtc' || !state) return void timers.later(askAgainMs, follow);
    set({ delivery: 'webrtc', behindMs: 0, media: quietMedia });
    if (answer.url !== '') connection.open(answer, state);
    connection.begin(devicesOff);
  };
  let asking: Promise<void> | undefined;
  /** Once for all that ask at the same time: two answers would open two connections. */
  const ask = (): Promise<void> => (asking ??= askForSeat().finally(() => void (asking = undefined)));
  const follow = (): void => {
    if (isDue || !isWanted()) return;
    isDue = true;
    const { viewerCount, webrtcPlaces } = get().live!;
    const pauseMs = deps.jitterMs() * (1 + viewerCount / Math.max(1, webrtcPlaces) / askersAtOnce);
    timers.later(pauseMs, () => {
      isDue = false;
      if (!isWanted()) return;
      ask().catch((error: unknown) => {
        const ending = endingOf(error);
        if (ending && isInside()) exits.by(ending);
        else timers.later(askAgainMs, follow);
      });
    });
  };
  store.subscribe((now, before) => {
    if (now.live !== before.live || now.phase !== before.phase || now.behindMs !== before.behindMs) follow();
  });
  return ask;
}
