import type { ReactionCounts } from '@frontrow/core/rooms/reactions.ts';
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

interface Step {
  readonly kind: 'hand' | 'question' | 'other';
  readonly play: (room: SimulatedRoom) => void;
}

const raise = (id: number, words?: Line): Step => ({
  kind: 'hand',
  play: (room) => room.raise(id, words && line(words)),
});
const ask = (by: string, words: Line): Step => ({
  kind: 'question',
  play: (room) => room.audience.ask(by, line(words)),
});
const say = (id: number, words: Line): Step => ({ kind: 'other', play: (room) => room.say(id, line(words)) });
const react = (counts: ReactionCounts): Step => ({ kind: 'other', play: (room) => room.react(counts) });
const upvote: Step = { kind: 'other', play: (room) => room.audience.upvote() };

/**
 * What the viewers do, over and over: hands with and without a question, questions and votes for them, chat, and
 * reactions. In polls they vote as soon as one is open.
 */
const script: readonly Step[] = [
  say(1, 'say1'),
  raise(2, 'hand1'),
  ask(simulatedPeople[2], 'ask1'),
  react({ '👏': 3, '❤️': 2 }),
  raise(4),
  upvote,
  say(5, 'say2'),
  raise(6, 'hand2'),
  ask(simulatedPeople[4], 'ask2'),
  say(3, 'say3'),
  react({ '🎉': 4, '👍': 1 }),
  raise(1),
  upvote,
  say(2, 'say4'),
  ask(simulatedPeople[0], 'ask3'),
];

/** The step at a place, counted from the first round on. Nobody raises a hand while many are up. */
function act(room: SimulatedRoom, at: number): void {
  const { kind, play } = script[at % script.length]!;
  const isAskedAlready = kind === 'question' && at >= script.length;
  if (isAskedAlready || (kind === 'hand' && room.handsUp() >= handsMax)) return;
  play(room);
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
  const room = createSimulatedRoom({ eventUuid, me, now, newId, after }, seed);
  const next = (at: number): void =>
    void after(actEveryMs, () => {
      act(room, at);
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
