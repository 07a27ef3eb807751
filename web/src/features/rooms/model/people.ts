import { namedViewersMax } from '@frontrow/core/rooms/limits.ts';
import type { RoomModel } from './room-deps.ts';
import type { LiveState } from './room-state.ts';

/** Whether a person is known to have no seat. Of a large audience the server names only some. */
export const isKnownAway = ({ viewers }: Pick<LiveState, 'viewers'>, username: string): boolean =>
  viewers.length < namedViewersMax && !viewers.some((one) => one.username === username);

/** Calls back whenever this person is no longer blocked. Returns what stops it. */
export const onUnblocked = ({ store, me }: Pick<RoomModel, 'store' | 'me'>, then: () => void): (() => void) =>
  store.subscribe(({ live }, before) => {
    if (before.live?.banned.includes(me.username) && live?.banned.includes(me.username) === false) then();
  });
