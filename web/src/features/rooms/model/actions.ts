import { ApiRefusal, isAnswer, refusalSentence } from '#web/shared/api/refusal.ts';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { inBoth, withRemoved } from './chat-lines.ts';
import type { Exits } from './leaving.ts';
import type { LiveStateModel } from './live-state.ts';
import type { RoomModel } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';

export type Act = (
  name: string,
  work: (wish: boolean) => Promise<{ current_state: WireCurrentState } | null>,
  wish?: boolean,
) => Promise<void>;

/**
 * Does one thing at a time per name. Of the presses on a switch in between, only the last is done after it. The state
 * of the answer shows at once. A refusal is shown in the server's words; a failure without a sentence is not shown and
 * only sets the error flag (`room-scope.ts`).
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
    const hasNewWish = (): boolean => stays === stay && rewished.has(name);
    const once = async (): Promise<void> => {
      rewished.delete(name);
      try {
        const answer = await work(get().busy.get(name)!);
        if (answer) live.apply(answer.current_state);
      } catch (error) {
        // Without an answer the server may have done it: the newer wish is sent all the same.
        if (isAnswer(error) || !hasNewWish()) throw error;
      }
    };
    try {
      do await once();
      while (hasNewWish());
    } catch (error) {
      const message = refusalSentence(error);
      if (message !== null) deps.notify({ kind: 'refused', message });
    } finally {
      if (stays === stay) changeBusy((names) => names.delete(name));
    }
  };
}

/** Acts; true when the server did it. */
export async function isDone(act: Act, name: string, work: Parameters<Act>[1]): Promise<boolean> {
  let done = false;
  await act(name, async (wish) => {
    const answer = await work(wish);
    done = true;
    return answer;
  });
  return done;
}

type Actions = Pick<
  RoomModel,
  | 'setHand'
  | 'lowerHands'
  | 'pinHand'
  | 'orderHands'
  | 'setTurnLength'
  | 'extendTurn'
  | 'askNext'
  | 'previewPass'
  | 'toggle'
  | 'setSlowMode'
  | 'setTurn'
  | 'setBanned'
  | 'setAdmin'
  | 'setRole'
  | 'setStageGuest'
  | 'removeViewer'
  | 'readmitViewer'
  | 'removeMessage'
  | 'finish'
  | 'addTime'
>;

const toggleCalls = {
  openMic: 'POST /events/streaming/toggle_open_mic',
  chat: 'POST /events/streaming/toggle_chat_enabled',
  raiseHand: 'POST /events/streaming/toggle_raise_hand',
  screening: 'POST /events/streaming/screen_next',
  reactions: 'POST /events/streaming/toggle_reactions',
  captions: 'POST /events/streaming/captions',
  recording: 'POST /events/streaming/set_recording',
} as const;

/** Hand, turn, switches, moderation and the finish: one call each, decided by the server. */
export function createActions({ deps, get, set }: RoomScope, act: Act, exits: Exits): Actions {
  const { call } = deps;
  const event = { event_uuid: deps.eventUuid };
  return {
    setHand: (raised, question) =>
      isDone(act, 'hand', () =>
        call('POST /events/streaming/raise_hand', {
          body: { ...event, raised, ...(question !== undefined && { question }) },
        }),
      ),
    lowerHands: (username) =>
      act('lowerHands', () =>
        call('POST /events/streaming/lower_hands', { body: { ...event, ...(username !== undefined && { username }) } }),
      ),
    pinHand: (username, pinned) =>
      act('pinHand', () => call('POST /events/streaming/pin_hand', { body: { ...event, username, pinned } })),
    orderHands: (newVoicesFirst) =>
      act(
        'orderHands',
        (wanted) => call('POST /events/streaming/order_hands', { body: { ...event, new_voices_first: wanted } }),
        newVoicesFirst,
      ),
    setTurnLength: (seconds) =>
      act('turnLength', () => call('POST /events/streaming/set_turn_length', { body: { ...event, seconds } })),
    extendTurn: () =>
      act('extendTurn', () => {
        // Pressed once it adds one minute, also where the answer was lost and the call is sent again.
        const headers = { 'idempotency-key': deps.newId() };
        return call('POST /events/streaming/extend_turn', { body: event, headers });
      }),
    askNext: (insteadOf) =>
      act('askNext', () => {
        // Asked again after everyone passed, it begins a new round: a call that is sent again must not.
        const headers = { 'idempotency-key': deps.newId() };
        const body = { ...event, ...(insteadOf !== undefined && { instead_of: insteadOf }) };
        return call('POST /events/streaming/ask_next', { body, headers });
      }),
    previewPass: () => call('POST /events/streaming/preview_next', { body: event }),
    toggle: (what, wanted) => act(what, (enabled) => call(toggleCalls[what], { body: { ...event, enabled } }), wanted),
    setSlowMode: (seconds) =>
      act('slowMode', () => call('POST /events/streaming/slow_mode', { body: { ...event, seconds } })),
    setTurn: (username, enabled) =>
      act('turn', () => call('POST /events/streaming/allow_mic', { body: { ...event, username, enabled } })),
    setBanned: (username, enabled) =>
      act(`ban ${username}`, () =>
        call('POST /events/streaming/toggle_banned', { body: { ...event, username, enabled } }),
      ),
    setAdmin: (username, enabled) =>
      act(`admin ${username}`, () =>
        call('POST /events/streaming/toggle_admin', { body: { ...event, username, enabled } }),
      ),
    setRole: (username, role) =>
      act(`role ${username}`, () => call('POST /events/streaming/set_role', { body: { ...event, username, role } })),
    setStageGuest: (username, enabled) =>
      act('stageGuest', () =>
        call('POST /events/streaming/set_stage_guest', { body: { ...event, username, enabled } }),
      ),
    removeViewer: (username) =>
      act(`remove ${username}`, () => call('POST /events/streaming/remove_viewer', { body: { ...event, username } })),
    readmitViewer: (username) =>
      act(`readmit ${username}`, () => call('POST /events/streaming/readmit_viewer', { body: { ...event, username } })),
    removeMessage: (seq) =>
      act(`removeMessage ${seq}`, async () => {
        await call('POST /events/streaming/messages_remove', { body: { ...event, seq } });
        set(inBoth(get(), (lines) => withRemoved(lines, seq)));
        return null;
      }),
    addTime: () =>
      act('addTime', async () => {
        try {
          return await call('POST /private_meetings/add_time', { body: event });
        } catch (error) {
          if (!(error instanceof ApiRefusal) || !error.is('time_taken')) throw error;
          // The sentence is written for a person who requests a time.
          deps.notify({ kind: 'timeTaken' });
          return null;
        }
      }),
    finish: () =>
      act('finish', async () => {
        // The socket may tell of the end before the call is answered.
        exits.expectOwnFinish(true);
        try {
          await call('POST /events/streaming/stop_streaming', { body: event });
        } catch (error) {
          exits.expectOwnFinish(false);
          throw error;
        }
        exits.finish();
        return null;
      }),
  };
}
