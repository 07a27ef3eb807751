import { ApiRefusal, refusalSentence } from '#web/shared/api/refusal.ts';
import { reactionEmoji, type ReactionEmoji } from '@frontrow/core/rooms/reactions.ts';
import { createStore } from 'zustand/vanilla';
import type { Float, Reactions, RoomDeps } from './room-deps.ts';
import type { Timers } from './room-scope.ts';

/** How long a reaction floats over the picture. */
export const floatMs = 2_400;
/** A reaction that comes this soon after an equal one is counted in it. */
export const joinedMs = 600;
/** What floats at once; of more, the oldest go. */
export const floatsMax = 24;

export function createReactions(
  { call, eventUuid, notify, now }: Pick<RoomDeps, 'call' | 'eventUuid' | 'notify' | 'now'>,
  timers: Pick<Timers, 'later'>,
): Reactions {
  const store = createStore<{ readonly floats: readonly Float[] }>(() => ({ floats: [] }));
  let lastId = 0;
  let restUntil = 0;

  const withOne = (floats: readonly Float[], emoji: ReactionEmoji, count: number): readonly Float[] => {
    const young = floats.findLast((one) => one.emoji === emoji && now() - one.at < joinedMs);
    if (young) return floats.map((one) => (one === young ? { ...one, count: one.count + count } : one));
    const id = ++lastId;
    timers.later(floatMs, () => store.setState({ floats: store.getState().floats.filter((one) => one.id !== id) }));
    return [...floats, { id, emoji, count, at: now() }].slice(-floatsMax);
  };

  return {
    store,
    send: async (emoji) => {
      if (now() < restUntil) return;
      try {
        await call('POST /events/streaming/react', { body: { event_uuid: eventUuid, emoji } });
      } catch (error) {
        if (error instanceof ApiRefusal && error.status === 429) {
          restUntil = now() + (error.retryAfterMs ?? floatMs);
          return;
        }
        const message = refusalSentence(error);
        if (message !== null) notify({ kind: 'refused', message });
      }
    },
    told: (counts) => {
      let { floats } = store.getState();
      for (const emoji of reactionEmoji) {
        const count = counts[emoji] ?? 0;
        if (Number.isSafeInteger(count) && count > 0) floats = withOne(floats, emoji, count);
      }
      store.setState({ floats });
    },
  };
}
