import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import type { StoreApi } from 'zustand/vanilla';
import { refusalSentence } from '#web/shared/api/refusal.ts';
import { withRemoved } from './chat-lines.ts';
import type { RoomDeps, RoomModel } from './room-deps.ts';
import type { RoomSnapshot } from './room-state.ts';

type Actions = Pick<
  RoomModel,
  'setHand' | 'toggle' | 'giveTurn' | 'setBanned' | 'setAdmin' | 'removeViewer' | 'readmitViewer' | 'removeMessage'
>;
export type Act = (
  name: string,
  work: (wish: boolean) => Promise<{ current_state: WireCurrentState } | null>,
  wish?: boolean,
) => Promise<void>;

/**
 * One at a time per name, and of what is wished of a switch meanwhile the last goes after it; the answer's state shows at once.
 * A refusal is shown in the server's words. A failure without a sentence is not shown: the error flag is set (`streaming-calls.ts`).
 */
export function createAct(
  { notify }: RoomDeps,
  store: StoreApi<RoomSnapshot>,
  applyState: (wire: WireCurrentState) => void,
): Act {
  const busy = (change: (names: Map<string, boolean>) => void): void => {
    const names = new Map(store.getState().busy);
    change(names);
    store.setState({ busy: names });
  };
  /** What was wished otherwise while it was under way, though it may be as before by now. */
  const turned = new Set<string>();
  const wishOf = (name: string): boolean => store.getState().busy.get(name)!;
  /** How often the room was left: what was under way then holds up nothing in the next one. */
  let left = 0;
  store.subscribe((now, before) => {
    if (before.phase !== 'inside' || now.phase === 'inside') return;
    left += 1;
    store.setState({ busy: new Map() });
  });
  return async (name, work, wish = true) => {
    const before = store.getState().busy.get(name);
    if (before !== undefined && before !== wish) turned.add(name);
    busy((names) => names.set(name, wish));
    if (before !== undefined) return;
    const mine = left;
    try {
      do {
        turned.delete(name);
        const answer = await work(wishOf(name));
        if (answer) applyState(answer.current_state);
      } while (left === mine && turned.has(name));
    } catch (error) {
      const message = refusalSentence(error);
      if (message !== null) notify({ kind: 'refused', message });
    } finally {
      if (left === mine) busy((names) => names.delete(name));
    }
  };
}

/** Hand, turn, switches and moderation: one call each, decided by the server. */
export function createActions({ call, eventUuid }: RoomDeps, store: StoreApi<RoomSnapshot>, act: Act): Actions {
  const event = { event_uuid: eventUuid };
  return {
    setHand: (raised) => act('hand', () => call('POST /events/streaming/raise_hand', { body: { ...event, raised } })),
    toggle: (what, wanted) => {
      const send = (enabled: boolean) => {
        const body = { ...event, enabled };
        if (what === 'openMic') return call('POST /events/streaming/toggle_open_mic', { body });
        if (what === 'chat') return call('POST /events/streaming/toggle_chat_enabled', { body });
        return call('POST /events/streaming/toggle_raise_hand', { body });
      };
      return act(what, send, wanted);
    },
    giveTurn: (username) =>
      act('turn', () => call('POST /events/streaming/allow_mic', { body: { ...event, username } })),
    setBanned: (username, enabled) =>
      act(`ban ${username}`, () =>
        call('POST /events/streaming/toggle_banned', { body: { ...event, username, enabled } }),
      ),
    setAdmin: (username, enabled) =>
      act(`admin ${username}`, () =>
        call('POST /events/streaming/toggle_admin', { body: { ...event, username, enabled } }),
      ),
    removeViewer: (username) =>
      act(`remove ${username}`, () => call('POST /events/streaming/remove_viewer', { body: { ...event, username } })),
    readmitViewer: (username) =>
      act(`readmit ${username}`, () => call('POST /events/streaming/readmit_viewer', { body: { ...event, username } })),
    removeMessage: (seq) =>
      act(`removeMessage ${seq}`, async () => {
        await call('POST /events/streaming/messages_remove', { body: { ...event, seq } });
        store.setState({ chat: withRemoved(store.getState().chat, seq) });
        return null;
      }),
  };
}
