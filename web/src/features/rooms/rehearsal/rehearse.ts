import { text } from '#web/shared/i18n/index.ts';
import { createLocalMedia } from './local-media.ts';
import type { RoomDeps } from '../model/room-deps.ts';
import type { Seed } from './simulated-audience.ts';
import { createSimulatedRoom, type SimulatedRoom, simulatedPeople } from './simulated-room.ts';

/** Between two things that the simulated viewers do. */
export const actEveryMs = 3_500;
const handsMax = 4;

type Line = 'say1' | 'say2' | 'say3' | 'say4' | 'ask1' | 'ask2' | 'ask3' | 'hand1' | 'hand2';
const line = (key: Line): string => text('rehearsal', key);

/**
 * What the viewers do, over and over: hands with and without a question, questions and votes for them, chat, and
 * reactions. In polls they vote as soon as one is open.
 */
const script: readonly ((room: SimulatedRoom) => void)[] = [
  (room) => room.say(1, line('say1')),
  (room) => room.raise(2, line('hand1')),
  (room) => room.audience.ask(simulatedPeople[2], line('ask1')),
  (room) => room.react({ '👏': 3, '❤️': 2 }),
  (room) => room.raise(4),
  (room) => room.audience.upvote(),
  (room) => room.say(5, line('say2')),
  (room) => room.raise(6, line('hand2')),
  (room) => room.audience.ask(simulatedPeople[4], line('ask2')),
  (room) => room.say(3, line('say3')),
  (room) => room.react({ '🎉': 4, '👍': 1 }),
  (room) => room.raise(1),
  (room) => room.audience.upvote(),
  (room) => room.say(2, line('say4')),
  (room) => room.audience.ask(simulatedPeople[0], line('ask3')),
];

/** Waits with more hands and questions until the host dealt with some. */
function act(room: SimulatedRoom, at: number, asked: Set<number>): void {
  const turn = at % script.length;
  // A question is asked once in a rehearsal.
  const isQuestion = [2, 8, 14].includes(turn);
  if (isQuestion && asked.has(turn)) return;
  if (isQuestion) asked.add(turn);
  if ([1, 4, 7, 11].includes(turn) && room.handsUp() >= handsMax) return;
  script[turn]!(room);
}

/**
 * The same room as on the evening, but everything that it asks of the server and of the video engine is answered in
 * this browser (docs/decisions/0152). It is over when the page is left, and nothing of it is kept.
 */
export function rehearse(real: RoomDeps, seed: Seed): RoomDeps {
  const timers = new Set<() => void>();
  const after: RoomDeps['after'] = (ms, work) => {
    const cancel = real.after(ms, () => {
      timers.delete(cancel);
      work();
    });
    timers.add(cancel);
    return cancel;
  };
  const { eventUuid, me, now, newId } = real;
  const room = createSimulatedRoom({ eventUuid, me, now, newId, after }, seed, text('rehearsal', 'notHere'));
  const asked = new Set<number>();
  const next = (at: number): void =>
    void after(actEveryMs, () => {
      act(room, at, asked);
      next(at + 1);
    });
  // The room's own memory is of the real room: a reload of this page must not enter that.
  let memory = { sessionId: newId(), inside: false, camera: false, microphone: false };
  return {
    ...real,
    isRehearsal: true,
    call: room.call,
    token: () => null,
    connectMedia: () => createLocalMedia(me.username, simulatedPeople),
    openLink: (options) => {
      const link = room.openLink(options);
      next(0);
      return {
        ...link,
        close: () => {
          link.close();
          for (const cancel of timers) cancel();
          timers.clear();
        },
      };
    },
    remembered: () => memory,
    remember: (change) => void (memory = { ...memory, ...change }),
    reload: real.goToEvent,
    onPageReturn: () => () => undefined,
  };
}
