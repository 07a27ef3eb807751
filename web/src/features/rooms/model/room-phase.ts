import { machine } from '@frontrow/core/kernel/machine.ts';

/**
 * Where this browser stands towards the room.
 * `entering`, `returning`: asking for a seat, for the first time or again.
 * `waiting`: the video engine is being prepared; the seat is requested again automatically.
 * `inside`: in the room.
 * `moved`: the seat continued on another device. `removed`: a moderator removed this person.
 * `full`: the room admits fewer people than have a ticket, and has no place for this one now.
 * `out`: the seat, or the ticket, ended. `left`: left by their own choice.
 * `finished`: the event is over. `gone`: the page was closed; nothing more happens.
 */
export type Phase =
  | 'outside'
  | 'entering'
  | 'returning'
  | 'waiting'
  | 'inside'
  | 'moved'
  | 'removed'
  | 'full'
  | 'out'
  | 'left'
  | 'finished'
  | 'gone';

/** What ends the stay in the room, other than closing the page. */
export type Exit = 'move' | 'remove' | 'fill' | 'lose' | 'leave' | 'finish';

export type PhaseTrigger = 'enter' | 'wait' | 'admit' | 'turnAway' | 'dispose' | Exit;

const asking = {
  wait: 'waiting',
  admit: 'inside',
  turnAway: 'outside',
  move: 'moved',
  remove: 'removed',
  fill: 'full',
  dispose: 'gone',
} as const;
const away = { enter: 'returning', dispose: 'gone' } as const;

export const phaseMachine = machine<Phase, PhaseTrigger>('phase of a room', 'outside', {
  outside: { enter: 'entering', dispose: 'gone' },
  entering: asking,
  returning: asking,
  waiting: asking,
  inside: {
    move: 'moved',
    remove: 'removed',
    fill: 'full',
    lose: 'out',
    leave: 'left',
    finish: 'finished',
    dispose: 'gone',
  },
  moved: away,
  removed: away,
  full: away,
  out: away,
  left: away,
  finished: { dispose: 'gone' },
  gone: {},
});

/**
 * A turn, or the place of a guest on stage, in the browser of the person who was given it. The grant at the engine is
 * there from the moment the host chose; here the viewer is asked, because a turn never opens a camera or microphone
 * without their tap.
 */
export type Turn = 'none' | 'offered' | 'later' | 'taken';

export type TurnTrigger = 'give' | 'postpone' | 'take' | 'end';

export const turnMachine = machine<Turn, TurnTrigger>('turn', 'none', {
  none: { give: 'offered' },
  offered: { postpone: 'later', take: 'taken', end: 'none' },
  later: { take: 'taken', end: 'none' },
  taken: { end: 'none' },
});
