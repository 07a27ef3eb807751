import type { Act } from './actions.ts';
import { turnMachine, type TurnTrigger } from './room-phase.ts';
import type { RoomModel } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import { hasTurn, type LiveState } from './room-state.ts';

export interface TurnModel extends Pick<RoomModel, 'notNow' | 'answerWarmUp'> {
  /** Offers the turn that the state says this viewer has, and ends the one it no longer says. */
  follow(live: LiveState): void;
  /** The viewer turned a device on, on the card or in the bar: the turn is taken. */
  take(): void;
  has(): boolean;
}

/** `goOnAir`: a viewer who said that they are ready goes on air when the turn begins, without another tap. */
export function createTurn({ deps, store, get, set, isInside }: RoomScope, act: Act, goOnAir: () => void): TurnModel {
  const { me, notify } = deps;
  /** Said in this stay: devices do not open after a reload, or after the room was elsewhere, without a tap. */
  let isReady = false;
  store.subscribe(() => (isReady &&= isInside()));
  const move = (trigger: TurnTrigger): boolean => {
    const turn = turnMachine.next(get().turn, trigger);
    if (turn) set({ turn });
    return turn !== undefined;
  };
  let wasGuest = false;
  return {
    follow: (live) => {
      const isGuest = live.stageGuest?.username === me.username;
      if (!me.isOwner && (isGuest || hasTurn(live, me.username))) {
        wasGuest = isGuest;
        if (move('give') && isReady && !isGuest) goOnAir();
        isReady = false;
        return;
      }
      if (!live.warmUp) isReady = false;
      const wasTaken = get().turn === 'taken';
      // A blocked person reads that instead.
      if (!move('end') || live.banned.includes(me.username)) return;
      notify(wasGuest ? { kind: 'offStage' } : { kind: 'turnOver', taken: wasTaken });
    },
    take: () => void move('take'),
    has: () => get().turn !== 'none',
    answerWarmUp: (ready) =>
      act('warmUp', async () => {
        isReady = ready;
        const body = { event_uuid: deps.eventUuid, ready };
        return deps.call('POST /events/streaming/answer_warm_up', { body });
      }),
    notNow: () => {
      if (move('postpone')) notify({ kind: 'turnLater' });
    },
  };
}
