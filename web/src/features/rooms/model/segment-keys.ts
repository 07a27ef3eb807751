import { ApiRefusal } from '#web/shared/api/refusal.ts';
import type { Memory } from './remembered-room.ts';
import type { RoomScope } from './room-scope.ts';

/** Of more than six hours. */
const keysKept = 100;

/**
 * The keys of a broadcast's segments, which also open its chat files: each is asked for once. A person who lost the
 * seat, because the computer slept, takes one again first. `takeSeat` throws where there is none.
 */
export function createSegmentKeys(
  { deps }: Pick<RoomScope, 'deps'>,
  memory: Pick<Memory, 'now'>,
  takeSeat: () => Promise<void>,
): (number: number) => Promise<ArrayBuffer> {
  const keys = new Map<number, Promise<ArrayBuffer>>();
  const load = async (number: number): Promise<ArrayBuffer> => {
    const answer = await deps.callFile('GET /events/:uuid/hls/keys/:number', {
      params: { uuid: deps.eventUuid, number },
      headers: { 'x-session-id': memory.now().sessionId },
    });
    return answer.arrayBuffer();
  };
  const loadSeated = async (number: number): Promise<ArrayBuffer> => {
    try {
      return await load(number);
    } catch (error) {
      if (!(error instanceof ApiRefusal) || !error.is('not_in_room')) throw error;
      await takeSeat();
      return load(number);
    }
  };
  return (number) => {
    const known = keys.get(number);
    if (known) return known;
    const key = loadSeated(number);
    keys.set(number, key);
    if (keys.size > keysKept) keys.delete(keys.keys().next().value!);
    key.catch(() => keys.delete(number));
    return key;
  };
}
