import { machine } from '../kernel/machine.ts';

/**
 * On the wire 0 is upcoming, 1 live, 2 finished. A cancelled event is finished with `cancelled` set: hosts cancel
 * events that are not live, app admins take down live ones too.
 */
export const liveEventMachine = machine('live_event', 'upcoming', {
  upcoming: { start: 'live', cancel: 'finished' },
  live: { finish: 'finished', takeDown: 'finished' },
  finished: {},
});

export type LiveEventState = 'upcoming' | 'live' | 'finished';
export const eventStateCode = { upcoming: 0, live: 1, finished: 2 } as const;
export type EventStateCode = 0 | 1 | 2;
/** On the wire 0 is interactive, 1 broadcast. */
export type KindCode = 0 | 1;
export type Kind = 'interactive' | 'broadcast';
export const kindCode = { interactive: 0, broadcast: 1 } as const;
export const kindOf = (code: KindCode): Kind => (code === 0 ? 'interactive' : 'broadcast');
const liveEventStates: readonly [LiveEventState, LiveEventState, LiveEventState] = ['upcoming', 'live', 'finished'];
export const liveEventStateOf = (code: EventStateCode): LiveEventState => liveEventStates[code];
