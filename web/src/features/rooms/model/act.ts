import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { refusalSentence } from '#web/shared/api/refusal.ts';
import type { LiveStateModel } from './live-state.ts';
import type { RoomScope } from './room-scope.ts';

export type Act = (
  name: string,
  work: (wish: boolean) => Promise<{ current_state: WireCurrentState } | null>,
  wish?: boolean,
) => Promise<void>;

/**
 * Does one thing at a time per name. Of what is wished of a switch meanwhile only the last is done after it. The state
 * of the answer shows at once. A refusal is shown in the server's words; a failure without a sentence is not shown and
 * only sets the error flag (`streaming-calls.ts`).
 */
export function createAct({ deps, store, get, set }: RoomScope, live: LiveStateModel): Act {
  const changeBusy = (change: (names: Map<string, boolean>) => void): void => {
    const names = new Map(get().busy);
    change(names);
    set({ busy: names });
  };
  /** Names whose wish changed while they were under way, even if it changed back. */
  const rewished = new Set<string>();
  /** How often the room was left: what was under way before blocks nothing in the next stay. */
  let stays = 0;
  store.subscribe((now, before) => {
    if (before.phase !== 'inside' || now.phase === 'inside') return;
    stays += 1;
    set({ busy: new Map() });
  });

  return async (name, work, wish = true) => {
    const before = get().busy.get(name);
    if (before !== undefined && before !== wish) rewished.add(name);
    changeBusy((names) => names.set(name, wish));
    if (before !== undefined) return;
    const stay = stays;
    try {
      do {
        rewished.delete(name);
        const answer = await work(get().busy.get(name)!);
        if (answer) live.apply(answer.current_state);
      } while (stays === stay && rewished.has(name));
    } catch (error) {
      const message = refusalSentence(error);
      if (message !== null) deps.notify({ kind: 'refused', message });
    } finally {
      if (stays === stay) changeBusy((names) => names.delete(name));
    }
  };
}
