import process from 'node:process';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  decideBlock,
  decideHand,
  decidePromotion,
  decideRemoval,
  decideReturn,
  decideTurn,
  requireHandsModerator,
  requireHandsRunner,
  requireNotRemoved,
  requireMayWrite,
  requireOwner,
  type PersonFacts,
} from '@frontrow/core/rooms/room-rules.ts';
import { grantsFor } from '@frontrow/core/rooms/grants.ts';
import {
  callOrder,
  emptyTurnQueue,
  moveTurnQueue,
  requireExtendable,
  turnLengths,
  type TurnLength,
  type TurnQueue,
} from '@frontrow/core/rooms/turn-queue.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, memoryVideo, type TestRoom } from '../../../test/rooms.ts';

const people = 4;
const runs = process.env['TEST_LONG'] === '1' ? 12 : 4;
const commandsMax = 30;
/** Makes every run of the suite the same. fast-check prints the seed of a failing run. */
const seed = 20_261;

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

interface Person {
  id: number;
  isHost: boolean;
  isAdmin: boolean;
  isBanned: boolean;
  isRemoved: boolean;
  isPresent: boolean;
  /** The step in which they joined; 0 if they did not. */
  joined: number;
}

/** The room as a plain value. The product is compared with it after every step. Person 0 is the host. */
interface Model {
  step: number;
  openMic: boolean;
  chatEnabled: boolean;
  raiseHandEnabled: boolean;
  /** Hands and turn; people are identified by their index in `people`. */
  queue: TurnQueue;
  readonly people: Person[];
  messages: { author: number; text: string }[];
}

const factsOf = (model: Model, person: Person): PersonFacts => ({
  ...person,
  timedOutMs: 0,
  roomRole: 'viewer',
  handRaised: model.queue.hands.some((hand) => model.people[hand.userId] === person),
});
const roomFacts = (model: Model) => ({
  closed: false,
  takenDown: false,
  isLive: true,
  isInteractive: true,
  isMeeting: false,
  openMic: model.openMic,
  chatEnabled: model.chatEnabled,
  raiseHandEnabled: model.raiseHandEnabled,
  speakerId: model.queue.turn && model.people[model.queue.turn.userId]!.id,
  stageGuestId: undefined,
});
const vacate = (model: Model, who: number): void => {
  Object.assign(model.people[who]!, { isPresent: false, joined: 0 });
  model.queue = moveTurnQueue(model.queue, { do: 'leave', userIds: [who] });
};

type Toggle = 'open_mic' | 'chat_enabled' | 'raise_hand';
type Command =
  | { do: 'toggle'; what: Toggle; who: number; enabled: boolean }
  | { do: 'hand'; who: number; raised: boolean | undefined; question: string | undefined }
  | { do: 'lower'; who: number; target: number | undefined }
  | { do: 'pin'; who: number; target: number; pinned: boolean }
  | { do: 'length'; who: number; seconds: TurnLength }
  | { do: 'extend'; who: number }
  /** The time of the current turn passes, and the server restarts its jobs. */
  | { do: 'timeIsUp'; who: number }
  | { do: 'turn'; who: number; target: number | undefined }
  | { do: 'ban' | 'admin'; who: number; target: number; enabled: boolean | undefined }
  | { do: 'remove' | 'readmit'; who: number; target: number }
  | { do: 'say' | 'join' | 'leave'; who: number };

/** Changes hands and turn by the rules. Throws refusals. */
function decideQueue(model: Model, command: Command): void {
  const me = model.people[command.who]!;
  const room = roomFacts(model);
  const step = (...steps: Parameters<typeof moveTurnQueue>[1][]): void => {
    model.queue = steps.reduce(moveTurnQueue, model.queue);
  };
  switch (command.do) {
    case 'hand': {
      const { who: userId, question } = command;
      const decided = decideHand(room, factsOf(model, me), command.raised);
      if (decided === 'lower') return step({ do: 'lower', userIds: [userId] });
      if (decided === 'raise') return step({ do: 'raise', userId, question, spokenSeconds: 0 });
      if (command.raised !== false && question !== undefined) step({ do: 'ask', userId, question });
      return;
    }
    case 'turn': {
      const target = command.target === undefined ? undefined : model.people[command.target]!;
      const decided = decideTurn(room, factsOf(model, me), target && factsOf(model, target));
      if (decided === 'stop') step({ do: 'stop' });
      if (decided === 'give') step({ do: 'give', userId: command.target!, at: model.step });
      return;
    }
    case 'lower':
      requireHandsModerator(room, factsOf(model, me));
      return step(command.target === undefined ? { do: 'lowerAll' } : { do: 'lower', userIds: [command.target] });
    case 'pin': {
      requireHandsRunner(room, factsOf(model, me));
      const raised = factsOf(model, model.people[command.target]!).handRaised;
      if (command.pinned && !raised) throw refuse('hand_not_raised');
      if (command.pinned) return step({ do: 'pin', userId: command.target });
      if (model.queue.pinned === command.target) step({ do: 'pin', userId: undefined });
      return;
    }
    case 'length':
      requireHandsRunner(room, factsOf(model, me));
      return step({ do: 'setLength', seconds: command.seconds });
    case 'extend':
      requireHandsRunner(room, factsOf(model, me));
      requireExtendable(model.queue);
      return step({ do: 'extend' });
    case 'timeIsUp':
      return step({ do: 'clock', at: Infinity });
    default:
      throw new Error(`${command.do} does not change the queue`);
  }
}

/** Changes the model by the rules. Throws refusals. */
function decide(model: Model, command: Command): void {
  const me = model.people[command.who]!;
  const facts = factsOf(model, me);
  const room = roomFacts(model);
  model.step += 1;
  switch (command.do) {
    case 'toggle': {
      requireOwner(room, me);
      if (command.what === 'open_mic') model.openMic = command.enabled;
      else if (command.what === 'chat_enabled') model.chatEnabled = command.enabled;
      else {
        model.raiseHandEnabled = command.enabled;
        if (!command.enabled) model.queue = moveTurnQueue(model.queue, { do: 'lowerAll' });
      }
      return;
    }
    case 'ban': {
      const target = model.people[command.target]!;
      const decided = decideBlock(room, facts, factsOf(model, target), command.enabled);
      if (decided === 'keep') return;
      target.isBanned = decided === 'block';
      if (decided === 'unblock') return;
      target.isAdmin = false;
      model.queue = moveTurnQueue(model.queue, { do: 'leave', userIds: [command.target] });
      model.messages = model.messages.filter((message) => message.author !== command.target);
      return;
    }
    case 'admin': {
      const target = model.people[command.target]!;
      const decided = decidePromotion(room, me, factsOf(model, target), true, command.enabled);
      if (decided !== 'keep') target.isAdmin = decided === 'promote';
      return;
    }
    case 'remove':
      if (decideRemoval(room, facts, factsOf(model, model.people[command.target]!)) === 'remove') {
        vacate(model, command.target);
        Object.assign(model.people[command.target]!, { isRemoved: true, isAdmin: false });
      }
      return;
    case 'readmit':
      if (decideReturn(room, facts, factsOf(model, model.people[command.target]!)) === 'admit')
        model.people[command.target]!.isRemoved = false;
      return;
    case 'say':
      requireMayWrite(room, facts);
      model.messages.push({ author: command.who, text: `step ${model.step}` });
      return;
    case 'join':
      requireNotRemoved(me);
      if (!me.isHost && !me.isPresent) Object.assign(me, { isPresent: true, joined: model.step });
      return;
    case 'leave':
      if (!me.isHost) vacate(model, command.who);
      return;
    default:
      decideQueue(model, command);
  }
}

/** The code of the refusal, or undefined. A refused command does not change the model. */
function refusalOf(model: Model, command: Command): string | undefined {
  const before = structuredClone(model);
  try {
    decide(model, command);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    Object.assign(model, before, { step: model.step });
    return error.code;
  }
}

async function send(room: TestRoom, model: Model, command: Command): Promise<string | undefined> {
  const actors = [room.host, ...room.viewers];
  const who = actors[command.who]!;
  const nameOf = (index: number | undefined): string => (index === undefined ? '' : actors[index]!.username);
  const answer = await (() => {
    switch (command.do) {
      case 'toggle':
        return room.do(who, `POST /events/streaming/toggle_${command.what}`, { enabled: command.enabled });
      case 'hand':
        return room.do(who, 'POST /events/streaming/raise_hand', {
          raised: command.raised,
          question: command.question,
        });
      case 'lower':
        return room.do(
          who,
          'POST /events/streaming/lower_hands',
          command.target === undefined ? {} : { username: nameOf(command.target) },
        );
      case 'pin':
        return room.do(who, 'POST /events/streaming/pin_hand', {
          username: nameOf(command.target),
          pinned: command.pinned,
        });
      case 'length':
        return room.do(who, 'POST /events/streaming/set_turn_length', { seconds: command.seconds });
      case 'extend':
        return room.do(who, 'POST /events/streaming/extend_turn');
      case 'timeIsUp':
        return timeIsUp(room);
      case 'turn':
        return room.do(who, 'POST /events/streaming/allow_mic', { username: nameOf(command.target) });
      case 'ban':
        return room.do(who, 'POST /events/streaming/toggle_banned', {
          username: nameOf(command.target),
          enabled: command.enabled,
        });
      case 'admin':
        return room.do(who, 'POST /events/streaming/toggle_admin', {
          username: nameOf(command.target),
          enabled: command.enabled,
        });
      case 'remove':
        return room.do(who, 'POST /events/streaming/remove_viewer', { username: nameOf(command.target) });
      case 'readmit':
        return room.do(who, 'POST /events/streaming/readmit_viewer', { username: nameOf(command.target) });
      case 'say':
        return room.do(who, 'POST /events/streaming/messages_new', { message: `step ${model.step + 1}` });
      case 'join':
        return room.join(who);
      case 'leave':
        return room.do(who, 'POST /events/streaming/leave_streaming');
    }
  })();
  return answer.errors[0]?.code;
}

async function timeIsUp(room: TestRoom): Promise<{ errors: { code: string }[] }> {
  await app.db.query(
    `UPDATE room SET turn_ends_at = app_now() - interval '1 ms' WHERE event_id = $1 AND turn_ends_at IS NOT NULL`,
    [room.event.id],
  );
  await app.jobs.runAll();
  return { errors: [] };
}

async function expectSame(room: TestRoom, model: Model): Promise<void> {
  const actors = [room.host, ...room.viewers];
  const names = (of: (person: Person) => number | boolean): string[] =>
    model.people
      .flatMap((person, index) => (of(person) ? [{ at: Number(of(person)), name: actors[index]!.username }] : []))
      .toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
      .map((one) => one.name);
  const { current_state: state, messages } = await room.state();
  const { turn } = model.queue;
  expect({
    viewers: state.viewers.map((one) => one.username),
    hands: state.raised_hands.map((one) => [one.username, one.question, one.pinned]),
    length: state.turn_length,
    limit: state.turn && [state.turn.username, state.turn.seconds],
    banned: state.banned_viewers,
    removed: state.removed_viewers.map((one) => one.username),
    admins: state.admin_users,
    speaker: state.speaking_viewer?.username,
    switches: [state.open_mic, state.chat_enabled, state.raised_hand_enabled],
    messages: messages.map((one) => one.message),
  }).toEqual({
    viewers: names((person) => person.joined),
    hands: callOrder(model.queue).map((hand) => [
      actors[hand.userId]!.username,
      hand.question ?? null,
      hand.userId === model.queue.pinned,
    ]),
    length: model.queue.turnLength,
    limit: turn?.limit ? [actors[turn.userId]!.username, turn.limit.seconds] : null,
    banned: names((person) => person.isBanned),
    removed: names((person) => person.isRemoved),
    admins: names((person) => person.isAdmin),
    speaker: turn && actors[turn.userId]!.username,
    switches: [model.openMic, model.chatEnabled, model.raiseHandEnabled],
    messages: model.messages.map((message) => message.text),
  });
}

/** Everyone at the engine has the grants that the rules give, and publishes nothing beyond them. */
async function expectEngineFollows(room: TestRoom, model: Model): Promise<void> {
  for (const { identity, grants } of await memoryVideo(app).participants(room.event.id)) {
    const person = model.people.findIndex((one) => `u:${one.id}` === identity);
    const { isHost, isBanned } = model.people[person]!;
    expect(grants).toBe(
      grantsFor({
        closed: false,
        isHost,
        isBanned,
        hasTurn: model.queue.turn?.userId === person,
        isStageGuest: false,
        openMic: model.openMic,
        isInteractive: true,
        isMet: false,
      }),
    );
  }
}

const person = fc.nat(people);
const viewer = fc.integer({ min: 1, max: people });
/** Most commands come from a person who may give them. Otherwise nearly every step would be refused. */
const mostlyHost = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: person });
const wanted = fc.constantFrom(true, true, false, undefined);
const asked = fc.constantFrom(undefined, undefined, 'How long?', 'Which pot?');
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('lower' as const), who: mostlyHost, target: fc.option(viewer, { nil: undefined }) }),
  fc.record({ do: fc.constant('pin' as const), who: mostlyHost, target: viewer, pinned: fc.boolean() }),
  fc.record({ do: fc.constant('length' as const), who: mostlyHost, seconds: fc.constantFrom(...turnLengths) }),
  fc.record({ do: fc.constant('extend' as const), who: mostlyHost }),
  fc.record({ do: fc.constant('timeIsUp' as const), who: fc.constant(0) }),
  fc.record({
    do: fc.constant('toggle' as const),
    what: fc.constantFrom<Toggle>('open_mic', 'chat_enabled', 'raise_hand'),
    who: mostlyHost,
    enabled: fc.boolean(),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('hand' as const), who: viewer, raised: wanted, question: asked }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      who: mostlyHost,
      target: fc.option(person, { nil: undefined, freq: 6 }),
    }),
  },
  fc.record({
    do: fc.constantFrom('ban' as const, 'admin' as const),
    who: mostlyHost,
    target: person,
    enabled: wanted,
  }),
  fc.record({ do: fc.constantFrom('remove' as const, 'readmit' as const), who: mostlyHost, target: person }),
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('say' as const, 'join' as const), who: person }) },
  fc.record({ do: fc.constant('leave' as const), who: viewer }),
);

test(
  'whatever people do, in any order, the room follows the rules',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: commandsMax }), async (commands) => {
        const room = await liveRoom(app, people);
        const model: Model = {
          step: 0,
          openMic: false,
          chatEnabled: true,
          raiseHandEnabled: true,
          queue: emptyTurnQueue,
          people: [room.host, ...room.viewers].map(({ id }, index) => ({
            id,
            isHost: index === 0,
            isAdmin: false,
            isBanned: false,
            isRemoved: false,
            isPresent: false,
            joined: 0,
          })),
          messages: [],
        };
        for (let who = 1; who <= people; who++) {
          expect(await room.enter(room.viewers[who - 1]!)).toBe(true);
          decide(model, { do: 'join', who });
        }
        for (const next of commands) {
          const answered = await send(room, model, next);
          expect([next, answered]).toEqual([next, refusalOf(model, next)]);
          await expectSame(room, model);
          await expectEngineFollows(room, model);
        }
        await expectInvariants(app);
      }),
      { numRuns: runs, seed },
    ),
  120_000,
);
