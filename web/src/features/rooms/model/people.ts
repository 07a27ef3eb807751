import { namedViewersMax } from '@frontrow/core/rooms/limits.ts';
import type { LiveState } from './room-state.ts';

/** Whether a person is known to have no seat. Of a large audience the server names only some. */
export const isKnownAway = ({ viewers }: Pick<LiveState, 'viewers'>, username: string): boolean =>
  viewers.length < namedViewersMax && !viewers.some((one) => one.username === username);
