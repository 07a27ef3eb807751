import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { phaseMachine, type PhaseTrigger } from './room-phase.ts';
import type { CallName } from '@frontrow/contract/api.ts';
import type { WireRoomToken } from '@frontrow/contract/rooms/api.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RoomDeps } from './room-deps.ts';
import { emptySnapshot, type RoomSnapshot } from './room-state.ts';

/** What this room does later. All of it is cancelled when the page goes. */
export interface Timers {
  /** Returns what cancels it. */
  later(ms: number, work: () => void): () => void;
  pause(ms: number): Promise<void>;
  cancelAll(): void;
}

function createTimers(after: RoomDeps['after']): Timers {
  const cancels = new Set<() => void>();
  const later = (ms: number, work: () => void): (() => void) => {
    const cancel = after(ms, () => {
      cancels.delete(cancel);
      work();
    });
    cancels.add(cancel);
    return () => {
      cancels.delete(cancel);
      cancel();
    };
  };
  return {
    later,
    pause: (ms) => new Promise((resolve) => void later(ms, resolve)),
    cancelAll: () => {
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}

/**
 * With these a person says something to the others, and wants to read what they answer. Votes and reactions are not
 * among them: when a poll opens everyone votes, and what it changed for the voter is in the answer.
 */
const writes: ReadonlySet<CallName> = new Set<CallName>([
  'POST /events/streaming/messages_new',
  'POST /events/streaming/questions/ask',
  'POST /events/streaming/questions/from_message',
  'POST /events/streaming/raise_hand',
]);

/** What calls of the room need from its parts. */
interface CallParts {
  /** Is waited for before anything is written. */
  readonly beforeWriting: () => Promise<void>;
  /** Takes a seat again. Throws where there is none. */
  readonly takeSeat: () => Promise<void>;
}

/**
 * Calls the server for the room. A call that fails, for whatever reason, sets the room's error flag; the next success
 * clears it. A viewer by HLS whose device slept has lost the seat without noticing, because no connection to the engine
 * ended with it: they take it again, and the call is repeated.
 */
function createStreamingCall(
  call: RoomDeps['call'],
  store: StoreApi<RoomSnapshot>,
  { beforeWriting, takeSeat }: CallParts,
): RoomDeps['call'] {
  const mark = (error: boolean): void => {
    if (store.getState().error !== error) store.setState({ error });
  };
  const hasLostSeat = (error: unknown): boolean => {
    const { phase, delivery } = store.getState();
    return error instanceof ApiRefusal && error.is('not_in_room') && phase === 'inside' && delivery === 'hls';
  };
  const seated = async (...what: Parameters<typeof call>): Promise<unknown> => {
    try {
      return await call(...what);
    } catch (error) {
      if (!hasLostSeat(error)) throw error;
      await takeSeat();
      return call(...what);
    }
  };
  const marking = async (...what: Parameters<typeof call>): Promise<unknown> => {
    if (writes.has(what[0])) await beforeWriting();
    try {
      const answer = await seated(...what);
      mark(false);
      return answer;
    } catch (error) {
      mark(true);
      throw error;
    }
  };
  return marking as RoomDeps['call'];
}

/**
 * Asks for a seat and a room token: the owner starts, or comes back; everybody else joins. The owner of a broadcast
 * enters the control room, and that of an interactive event the backstage; neither starts the event. Asked again it
 * renews the token. `returning`: nobody pressed anything, so the room stays where it is by now.
 */
export function requestSeat(
  { call, eventUuid, kind, me }: RoomDeps,
  sessionId: string,
  { takeOver, returning, backstage = false }: { takeOver: boolean; returning: boolean; backstage?: boolean },
): Promise<WireRoomToken> {
  const body = {
    platform: 'web',
    event_uuid: eventUuid,
    session_id: sessionId,
    ...(takeOver ? { take_over: true } : {}),
    ...(returning ? { returning: true } : {}),
  };
  if (me.isOwner && kind === 'broadcast') return call('POST /events/ingest/open', { body });
  if (me.isOwner && backstage) return call('POST /events/streaming/open_backstage', { body });
  return me.isOwner
    ? call('POST /events/streaming/start_streaming', { body })
    : call('POST /events/streaming/join_streaming', { body });
}

/** What all parts of one room's model share: the world around it, its snapshot, its phase and its timers. */
export interface RoomScope {
  readonly deps: RoomDeps;
  readonly store: StoreApi<RoomSnapshot>;
  readonly timers: Timers;
  get(): RoomSnapshot;
  set(change: Partial<RoomSnapshot>): void;
  isInside(): boolean;
  /**
   * Moves the phase, and with it what else changes at that moment. False, and no change, where the machine has no such
   * step.
   */
  move(trigger: PhaseTrigger, change?: Partial<RoomSnapshot>): boolean;
}

export function createScope(world: RoomDeps, parts: CallParts): RoomScope {
  const store = createStore<RoomSnapshot>(() => emptySnapshot);
  const deps: RoomDeps = { ...world, call: createStreamingCall(world.call, store, parts) };
  return {
    deps,
    store,
    timers: createTimers(deps.after),
    get: store.getState,
    set: (change) => store.setState(change),
    isInside: () => store.getState().phase === 'inside',
    move: (trigger, change) => {
      const phase = phaseMachine.next(store.getState().phase, trigger);
      if (phase) store.setState({ ...change, phase });
      return phase !== undefined;
    },
  };
}
