import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { atOtherEvent, newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';

/**
 * Every call of a room × everyone who may try it × every state of its event, listed by hand, independently of the
 * rules, and called at two processes. No one has a power at one that the other does not know.
 */
const states = ['before its start', 'live', 'finished', 'cancelled'] as const;
const roles = [
  'nobody',
  'a guest of another event',
  'another host',
  'a viewer without a ticket',
  'an app admin',
  'who was removed',
  'who is banned',
  'a holder outside',
  'a guest inside',
  'a viewer inside',
  'who has the turn',
  'a guest speaker',
  'an event admin',
  'a co-host',
  'the host',
] as const;
type State = (typeof states)[number];
type Role = (typeof roles)[number];
/** `ok`, or the code of the refusal; `else` is everyone who is not named. */
type Answers = Partial<Record<Role, string>> & { else: string };

const strangers = { nobody: 'login_required', 'a guest of another event': 'forbidden' };
/** The room was never opened, so no one is in it. */
const noRoom: Answers = { else: 'not_in_room' };
const outside = {
  'another host': 'not_in_room',
  'a viewer without a ticket': 'not_in_room',
  'an app admin': 'not_in_room',
  'who was removed': 'not_in_room',
  'a holder outside': 'not_in_room',
};
const byState = (before: Answers, live: Answers, finished: Answers, cancelled = before): Record<State, Answers> => ({
  'before its start': before,
  live,
  finished,
  cancelled,
});
const onlyOfHost = byState(
  noRoom,
  { else: 'host_only', 'the host': 'ok' },
  { else: 'host_only', 'the host': 'room_closed' },
);
const ofHostsWho = (reached: string, before = noRoom) =>
  byState(
    before,
    { else: 'host_only', 'a co-host': reached, 'the host': reached },
    { else: 'host_only', 'a co-host': 'room_closed', 'the host': 'room_closed' },
  );
const ofHosts = ofHostsWho('ok');
const ofModerators = (reached = 'ok') =>
  byState(
    noRoom,
    { else: 'moderators_only', 'an event admin': reached, 'a co-host': reached, 'the host': reached },
    {
      else: 'moderators_only',
      'an event admin': 'room_closed',
      'a co-host': 'room_closed',
      'the host': 'room_closed',
    },
  );
const ofThoseInside = (reached: Answers) => byState(noRoom, { ...outside, ...reached }, { else: 'room_closed' });

const withoutTicket = {
  'another host': 'forbidden',
  'a viewer without a ticket': 'forbidden',
  'an app admin': 'forbidden',
};
const ofAudience = (host: string) =>
  byState(
    { else: 'ok', ...withoutTicket, 'the host': host },
    {
      else: 'ok',
      ...withoutTicket,
      'who was removed': 'removed_from_event',
      'who is banned': 'banned',
      'the host': host,
    },
    { else: 'room_closed', ...withoutTicket, 'the host': host === 'ok' ? 'room_closed' : host },
    { else: 'room_closed', ...withoutTicket, 'the host': host === 'ok' ? 'room_closed' : host },
  );
const ofPollHost = (before: string, live: string) =>
  byState(
    { else: 'host_only', 'the host': before },
    { else: 'host_only', 'a co-host': live, 'the host': live },
    { else: 'host_only', 'a co-host': 'room_closed', 'the host': 'room_closed' },
    { else: 'host_only', 'the host': 'room_closed' },
  );
const ofReaders = byState(
  { else: 'ok', 'another host': 'forbidden', 'a viewer without a ticket': 'forbidden' },
  {
    else: 'ok',
    'another host': 'forbidden',
    'a viewer without a ticket': 'forbidden',
    'who was removed': 'removed_from_event',
  },
  {
    else: 'ok',
    'another host': 'forbidden',
    'a viewer without a ticket': 'forbidden',
    'who was removed': 'removed_from_event',
  },
);

/** People who have been in the room. */
const ofConsent = byState(
  noRoom,
  { else: 'ok', ...outside, 'who was removed': 'not_in_room' },
  { else: 'ok', ...outside, 'who was removed': 'not_in_room' },
);

type RoomCall = Extract<CallName, `${string} /events/streaming/${string}`>;
const expected: Record<RoomCall, Record<State, Answers>> = {
  'POST /events/streaming/start_streaming': byState(
    { else: 'start_refused', 'a guest inside': 'account_required', 'the host': 'ok' },
    { else: 'start_refused', 'a guest inside': 'account_required', 'the host': 'ok' },
    { else: 'start_refused', 'a guest inside': 'account_required' },
    { else: 'start_refused', 'a guest inside': 'account_required' },
  ),
  'POST /events/streaming/join_streaming': byState(
    { else: 'join_not_live', 'another host': 'join_refused', 'a viewer without a ticket': 'join_refused' },
    {
      else: 'ok',
      'another host': 'join_refused',
      'a viewer without a ticket': 'join_refused',
      'who was removed': 'removed_from_event',
    },
    { else: 'room_closed', 'another host': 'join_refused', 'a viewer without a ticket': 'join_refused' },
    {
      else: 'room_closed',
      'another host': 'join_refused',
      'a viewer without a ticket': 'join_refused',
      'an app admin': 'join_not_live',
    },
  ),
  // Leaving a room that one is not in changes nothing.
  'POST /events/streaming/leave_streaming': byState(noRoom, { else: 'ok' }, { else: 'ok' }),
  // People who get an answer are seen in the room, with nothing to leave.
  'POST /events/streaming/read_by_files': ofThoseInside({ else: 'ok', 'the host': 'not_in_room' }),
  'GET /events/streaming/streaming_state/:uuid': ofReaders,
  'GET /events/streaming/questions/:uuid': ofReaders,
  'POST /events/streaming/questions/ask': ofAudience('forbidden'),
  // No message has the number that is requested: a caller who gets this answer may turn one into a question.
  'POST /events/streaming/questions/from_message': byState(
    { else: 'message_not_found', ...withoutTicket },
    {
      else: 'message_not_found',
      ...withoutTicket,
      'who was removed': 'removed_from_event',
      'who is banned': 'banned',
    },
    { else: 'room_closed', ...withoutTicket },
    { else: 'room_closed', ...withoutTicket },
  ),
  'POST /events/streaming/questions/vote': ofAudience('ok'),
  'POST /events/streaming/questions/update': byState(
    { else: 'moderators_only', 'the host': 'ok' },
    { else: 'moderators_only', 'an event admin': 'ok', 'a co-host': 'ok', 'the host': 'ok' },
    {
      else: 'moderators_only',
      'an event admin': 'room_closed',
      'a co-host': 'room_closed',
      'the host': 'room_closed',
    },
    { else: 'moderators_only', 'the host': 'room_closed' },
  ),
  'POST /events/streaming/questions/answer_on_stage': ofHosts,
  'GET /events/streaming/polls/:uuid': ofReaders,
  'POST /events/streaming/polls/create': ofPollHost('ok', 'ok'),
  'POST /events/streaming/polls/open': ofPollHost('not_live', 'ok'),
  // Nobody opened it.
  'POST /events/streaming/polls/vote': byState(
    { else: 'not_in_room', ...withoutTicket, 'the host': 'poll_not_open' },
    {
      else: 'poll_not_open',
      ...withoutTicket,
      'who was removed': 'removed_from_event',
      'who is banned': 'banned',
      'a holder outside': 'not_in_room',
    },
    { else: 'room_closed', ...withoutTicket },
    { else: 'room_closed', ...withoutTicket },
  ),
  'POST /events/streaming/polls/close': ofPollHost('poll_not_open', 'poll_not_open'),
  'POST /events/streaming/set_recording': byState(
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'ok' },
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'ok' },
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'room_closed' },
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'room_closed' },
  ),
  'POST /events/streaming/recording_consent': ofConsent,
  'POST /events/streaming/toggle_open_mic': ofHosts,
  'POST /events/streaming/toggle_chat_enabled': ofHosts,
  'POST /events/streaming/slow_mode': ofHosts,
  'POST /events/streaming/toggle_raise_hand': ofHosts,
  'POST /events/streaming/allow_mic': ofHosts,
  'POST /events/streaming/set_turn_length': ofHosts,
  'POST /events/streaming/order_hands': ofHosts,
  // The viewer that is named has no hand up, and the turn has no time limit.
  'POST /events/streaming/pin_hand': ofHostsWho('hand_not_raised'),
  'POST /events/streaming/extend_turn': ofHostsWho('turn_not_timed'),
  'POST /events/streaming/screen_next': ofHosts,
  'POST /events/streaming/ask_next': ofHostsWho('screening_off'),
  // No one is asked to get ready: a caller who gets this answer could have been.
  'POST /events/streaming/answer_warm_up': ofThoseInside({ else: 'not_next' }),
  'POST /events/streaming/preview_next': byState(
    { else: 'moderators_only', 'the host': 'no_next' },
    { else: 'moderators_only', 'an event admin': 'no_next', 'a co-host': 'no_next', 'the host': 'no_next' },
    { else: 'moderators_only', 'the host': 'no_next' },
  ),
  // The event is interactive: a caller who gets this answer is in its room.
  'POST /events/streaming/vp8_video': byState(noRoom, { else: 'broadcast_only', ...outside }, { else: 'not_in_room' }),
  'POST /events/streaming/lower_hands': ofModerators(),
  'POST /events/streaming/toggle_admin': onlyOfHost,
  'POST /events/streaming/open_backstage': byState(
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'ok' },
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'ok' },
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'room_closed' },
    { else: 'host_only', 'a guest inside': 'account_required', 'the host': 'room_closed' },
  ),
  'POST /events/streaming/set_role': {
    ...ofHostsWho('ok', { else: 'host_only', 'the host': 'ok' }),
    cancelled: { else: 'host_only', 'the host': 'room_closed' },
  },
  // The viewer that is named has no role.
  'POST /events/streaming/set_stage_guest': ofHostsWho('not_a_speaker'),
  // No message has the number that is requested: a caller who gets this answer may remove one.
  'POST /events/streaming/messages_remove': ofModerators('message_not_found'),
  'POST /events/streaming/toggle_banned': ofModerators(),
  'POST /events/streaming/remove_viewer': ofModerators(),
  'POST /events/streaming/readmit_viewer': ofModerators(),
  'POST /events/streaming/announce': ofModerators(),
  // Nothing is pinned: unpinning it changes nothing.
  'POST /events/streaming/pin_message': ofModerators(),
  'POST /events/streaming/time_out': ofModerators(),
  'POST /events/streaming/messages_remove_all': ofModerators(),
  'POST /events/streaming/toggle_reactions': ofHosts,
  'POST /events/streaming/word_filter': ofHosts,
  'GET /events/streaming/moderation/:uuid': byState(
    { else: 'moderators_only', 'the host': 'ok' },
    { else: 'moderators_only', 'an event admin': 'ok', 'a co-host': 'ok', 'the host': 'ok' },
    { else: 'moderators_only', 'an event admin': 'ok', 'a co-host': 'ok', 'the host': 'ok' },
    { else: 'moderators_only', 'the host': 'ok' },
  ),
  // Everyone who may read the room may report a person of it; before it opens nobody is in it.
  'POST /events/streaming/report': {
    ...ofReaders,
    'before its start': { ...ofReaders['before its start'], else: 'target_not_in_room' },
    cancelled: { ...ofReaders.cancelled, else: 'target_not_in_room' },
  },
  'POST /events/streaming/captions': ofHosts,
  // Captions are off in a new room: a caller who gets this answer is on stage.
  'POST /events/streaming/captions/say': ofThoseInside({
    else: 'not_on_stage',
    'who is banned': 'banned',
    'who has the turn': 'captions_off',
    'a guest speaker': 'captions_off',
    'the host': 'captions_off',
  }),
  'GET /events/streaming/captions/:uuid': ofReaders,
  'POST /events/streaming/raise_hand': ofThoseInside({
    else: 'ok',
    'who is banned': 'banned',
    'who has the turn': 'has_turn',
    'a guest speaker': 'on_stage',
    'the host': 'forbidden',
  }),
  'POST /events/streaming/messages_new': ofThoseInside({ else: 'ok', 'who is banned': 'banned' }),
  'POST /events/streaming/react': ofThoseInside({ else: 'ok', 'who is banned': 'banned' }),
  'POST /events/streaming/stop_streaming': byState(
    { else: 'host_only', 'the host': 'not_live' },
    { else: 'host_only', 'the host': 'ok' },
    { else: 'host_only', 'the host': 'ok' },
    { else: 'host_only', 'the host': 'ok' },
  ),
};
const roomCalls = Object.keys(expected) as RoomCall[];

test('every call of a room is listed', () => {
  const all = Object.keys(api).filter((call) => call.includes('/events/streaming/'));
  expect(roomCalls.toSorted()).toEqual(all.toSorted());
});

let here: TestApp;
let there: TestApp;
let bystanders: { host: TestActor; viewer: TestActor; admin: TestActor };
beforeAll(async () => {
  // With a recorder: without one recording cannot be switched on.
  const rtmp = { port: 1935, tlsPort: undefined };
  here = await testApp({ overrides: { rtmp } });
  there = await testApp({ overrides: { rtmp, databaseUrl: here.databaseUrl, clock: here.clock } });
  bystanders = { host: await newHost(here), viewer: await newViewer(here), admin: await newAdmin(here) };
});
afterAll(async () => {
  await there.close();
  await here.close();
});

interface Scene {
  readonly id: string;
  /** The people moderators act on. */
  readonly target: TestActor;
  /** Asked by the target. */
  readonly questionId: string;
  /** Prepared by the host. */
  readonly pollId: string;
  readonly people: Readonly<Record<Role, TestActor | undefined>>;
}

/** An event in a state, with everyone in their place, created through one process. */
async function inState(state: State): Promise<Scene> {
  const host = await newHost(here);
  const event = await startedAgo(here, await newEvent(here, host), 0);
  const newHolder = async () => {
    const viewer = await newViewer(here);
    await giveTicket(here, event, viewer);
    return viewer;
  };
  const guest = await newGuest(here, event.id);
  await giveTicket(here, event, guest);
  const viewers = await Promise.all(Array.from({ length: 9 }, newHolder));
  const [target, removed, banned, holder, inside, speaker, admin, stageGuest, cohost] = viewers as [
    TestActor,
    ...TestActor[],
  ];
  const people = {
    nobody: undefined,
    'a guest of another event': atOtherEvent(here, guest, randomUUID()),
    'another host': bystanders.host,
    'a viewer without a ticket': bystanders.viewer,
    'an app admin': bystanders.admin,
    'who was removed': removed,
    'who is banned': banned,
    'a holder outside': holder,
    'a guest inside': guest,
    'a viewer inside': inside,
    'who has the turn': speaker,
    'a guest speaker': stageGuest,
    'an event admin': admin,
    'a co-host': cohost,
    'the host': host,
  };
  const asked = await here.call('POST /events/streaming/questions/ask', {
    as: target.token,
    body: { event_uuid: event.id, text: 'How long?' },
  });
  const prepared = await here.call('POST /events/streaming/polls/create', {
    as: host.token,
    body: { event_uuid: event.id, text: 'Soft?', choices: ['yes', 'no'], multiple: false, anonymous: true },
  });
  const done = async (who: TestActor, call: RoomCall, more: object = {}): Promise<void> => {
    const { status } = await ask(here, call, who, { event_uuid: event.id, ...more });
    if (status !== 200) throw new Error(`${call} was answered ${status}`);
  };
  if (state === 'cancelled')
    await here.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id, reason: 'Ill' } });
  if (state === 'live' || state === 'finished') {
    await done(host, 'POST /events/streaming/start_streaming');
    for (const who of [target, removed, banned, guest, inside, speaker, admin, stageGuest, cohost])
      await done(who!, 'POST /events/streaming/join_streaming');
    await done(speaker!, 'POST /events/streaming/raise_hand');
    await done(host, 'POST /events/streaming/allow_mic', { username: speaker!.username });
    await done(host, 'POST /events/streaming/toggle_banned', { username: banned!.username });
    await done(host, 'POST /events/streaming/remove_viewer', { username: removed!.username });
    await done(host, 'POST /events/streaming/toggle_admin', { username: admin!.username });
    await done(host, 'POST /events/streaming/set_role', { username: stageGuest!.username, role: 'guest' });
    await done(host, 'POST /events/streaming/set_role', { username: cohost!.username, role: 'cohost' });
  }
  if (state === 'finished') await done(host, 'POST /events/streaming/stop_streaming');
  return {
    id: event.id,
    target,
    questionId: asked.data.question.question_id,
    pollId: prepared.data.poll.poll_id,
    people,
  };
}

function ask(app: TestApp, call: RoomCall, who: TestActor | undefined, fields: { event_uuid: string }) {
  const { body } = api[call] as Endpoint & { body?: z.ZodObject };
  const known = Object.entries(fields).filter(([name]) => name in (body?.shape ?? {}));
  const request = { params: { uuid: fields.event_uuid }, body: Object.fromEntries(known) };
  return app.call(call, who ? { as: who.token, ...request } : request);
}

/** After these, everyone may do the same as before. */
const changeNoPower = new Set<RoomCall>([
  'POST /events/streaming/questions/ask',
  'POST /events/streaming/questions/vote',
  'POST /events/streaming/polls/create',
  'POST /events/streaming/set_recording',
  'POST /events/streaming/recording_consent',
  'POST /events/streaming/set_turn_length',
  'POST /events/streaming/order_hands',
  'POST /events/streaming/announce',
  'POST /events/streaming/pin_message',
  'POST /events/streaming/word_filter',
  'POST /events/streaming/report',
  'POST /events/streaming/messages_new',
  'POST /events/streaming/react',
]);
const mayChangePowers = (call: RoomCall): boolean => !call.startsWith('GET ') && !changeNoPower.has(call);

/** A report names a person instead; nothing is pinned with null. */
const messageIds: Partial<Record<RoomCall, { id: number | undefined }>> = {
  'POST /events/streaming/report': { id: undefined },
  'POST /events/streaming/questions/from_message': { id: 999_999 },
};

/** Valid for every call; each may be repeated. */
const fieldsFor = (call: RoomCall, { id, target, questionId, pollId }: Scene) => ({
  poll_id: pollId,
  choices: call === 'POST /events/streaming/polls/vote' ? [0] : ['yes', 'no'],
  multiple: false,
  anonymous: true,
  event_uuid: id,
  question_id: questionId,
  text: 'Why?',
  voted: true,
  state: 'open',
  username: call === 'POST /events/streaming/allow_mic' ? '' : target.username,
  // No one has the turn in the end: an empty name with `enabled: true` would name no viewer to give it to.
  enabled: call !== 'POST /events/streaming/allow_mic',
  seconds: 0,
  message: 'hello',
  seq: 999_999,
  message_id: messageIds[call] === undefined ? null : messageIds[call].id,
  minutes: 5,
  words: ['darn'],
  reason: 'spam',
  emoji: '👏',
  raised: true,
  pinned: true,
  new_voices_first: true,
  ready: true,
  role: 'guest',
  line_id: randomUUID(),
  final: true,
});

async function expectAnswers(call: RoomCall, state: State, scene: Scene): Promise<void> {
  const inside = expected[call][state];
  // What needs an account needs it of every guest, whichever event theirs is.
  const needsAccount = inside['a guest inside'] === 'account_required';
  const answers: Answers = {
    ...inside,
    ...strangers,
    ...(needsAccount && { 'a guest of another event': 'account_required' }),
  };
  for (const role of roles) {
    const said: (string | undefined)[] = [];
    for (const app of processesFor(call, role)) {
      const { status, errors } = await ask(app, call, scene.people[role], fieldsFor(call, scene));
      said.push(status === 200 ? 'ok' : errors[0]?.code);
    }
    const wanted = answers[role] ?? answers.else;
    expect({ call, role, said }).toEqual({ call, role, said: said.map(() => wanted) });
  }
}

/** Every call and every role has answers of both processes, every pair of them in the long run only. */
const processesFor = (call: RoomCall, role: Role): readonly TestApp[] => {
  if (process.env['TEST_LONG'] === '1') return [here, there];
  return [(roomCalls.indexOf(call) + roles.indexOf(role)) % 2 === 0 ? here : there];
};

test.each(states)(
  'for an event that is %s, both processes answer everyone as listed',
  async (state) => {
    let scene = await inState(state);
    for (const call of roomCalls) {
      await expectAnswers(call, state, scene);
      if (mayChangePowers(call) && Object.values(expected[call][state]).includes('ok')) scene = await inState(state);
    }
  },
  600_000,
);
