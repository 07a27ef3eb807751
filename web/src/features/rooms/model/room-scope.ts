import { createStore, type StoreApi } from 'zustand/vanilla';
import { phaseMachine, type PhaseTrigger } from './phases.ts';
import type { RoomDeps } from './room-deps.ts';
import { emptySnapshot, type RoomSnapshot } from './room-state.ts';
import { createStreamingCall } from './streaming-calls.ts';
import { createTimers, type Timers } from './timers.ts';

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

export function createScope(world: RoomDeps): RoomScope {
  const store = createStore<RoomSnapshot>(() => emptySnapshot);
  const deps: RoomDeps = { ...world, call: createStreamingCall(world.call, store) };
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
