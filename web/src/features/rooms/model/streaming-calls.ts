import type { StoreApi } from 'zustand/vanilla';
import type { RoomDeps } from './room-deps.ts';
import type { RoomSnapshot } from './room-state.ts';

/**
 * Calls the server for the room. A call that fails, for whatever reason, sets the room's error flag; the next success
 * clears it.
 */
export function createStreamingCall(call: RoomDeps['call'], store: StoreApi<RoomSnapshot>): RoomDeps['call'] {
  const mark = (error: boolean): void => {
    if (store.getState().error !== error) store.setState({ error });
  };
  const marking = async (...what: Parameters<typeof call>): Promise<unknown> => {
    try {
      const answer = await call(...what);
      mark(false);
      return answer;
    } catch (error) {
      mark(true);
      throw error;
    }
  };
  return marking as RoomDeps['call'];
}
