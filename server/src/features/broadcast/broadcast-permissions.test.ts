import type { CallName } from '@frontrow/contract/api.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { encoderOffer } from '../../../test/ingest/encoder-offer.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';

/**
 * Who may do what in a broadcast, listed by hand, independently of the rules: each line is a call in one state of the
 * event, and the answer every identity gets. A weakened rule, or a call that is not listed, turns this red.
 */
const people = ['owner', 'holder', 'guest', 'stranger', 'otherHost', 'admin', 'nobody'] as const;
type Who = (typeof people)[number];
const states = ['early', 'due', 'live', 'finished'] as const;
type State = (typeof states)[number];

let app: TestApp;
const events = {} as Record<State, TestEvent>;
const tokens = {} as Record<State, Record<Who, string | undefined>>;
const keys = {} as Record<State, string>;
let usernames: { holder: string };

beforeAll(async () => {
  app = await testApp();
  const host = await newHost(app);
  const [holder, stranger, otherHost, admin] = [
    await newViewer(app),
    await newViewer(app),
    await newHost(app),
    await newAdmin(app),
  ];
  usernames = { holder: holder.username };
  for (const state of states) {
    const event = await startedAgo(
      app,
      await newEvent(app, host, { kind: 'broadcast' }),
      -minutes(state === 'early' ? 30 : 0),
    );
    await giveTicket(app, event, holder);
    const guest: TestActor = await newGuest(app, event.id);
    await giveTicket(app, event, guest);
    events[state] = event;
    const tokenOf = ({ token }: TestActor): string => token;
    tokens[state] = {
      owner: tokenOf(host),
      holder: tokenOf(holder),
      guest: tokenOf(guest),
      stranger: tokenOf(stranger),
      otherHost: tokenOf(otherHost),
      admin: tokenOf(admin),
      nobody: undefined,
    };
    const { data } = await ask('GET /events/:uuid/ingest', state, 'owner');
    keys[state] = (data as { stream_key: string }).stream_key;
  }
  for (const state of ['live', 'finished'] as const) {
    await ask('POST /events/streaming/start_streaming', state, 'owner');
    for (const who of ['holder', 'guest'] as const) await ask('POST /events/streaming/join_streaming', state, who);
  }
  await ask('POST /events/streaming/stop_streaming', 'finished', 'owner');
});
afterAll(() => app.close());

function ask(call: CallName, state: State, who: Who, body: object = {}) {
  const as = tokens[state][who];
  const uuid = events[state].id;
  return app.call(call, { ...(as !== undefined && { as }), params: { uuid }, body: { event_uuid: uuid, ...body } });
}

/** What is sent next to the event's id. */
const bodies: Partial<Record<CallName, () => object>> = {
  'POST /events/ingest/select_source': () => ({ source: 'encoder' }),
  'POST /events/ingest/allow_vp8': () => ({ enabled: true }),
  'POST /events/ingest/report': () => ({ receiving: true }),
  'POST /events/streaming/raise_hand': () => ({ raised: true }),
  'POST /events/streaming/allow_mic': () => ({ username: usernames.holder }),
  'POST /events/streaming/toggle_open_mic': () => ({ enabled: true }),
  'POST /events/streaming/toggle_raise_hand': () => ({ enabled: true }),
  'POST /events/streaming/messages_new': () => ({ message: 'Hello' }),
};

/** What the owner, who holds a ticket, a guest with one, a stranger, another host and an app admin are told. */
const table = `
ingest               early    ok               host_only        account_required host_only     host_only     host_only
ingest               due      ok               host_only        account_required host_only     host_only     host_only
ingest               live     ok               host_only        account_required host_only     host_only     host_only
ingest               finished room_closed      host_only        account_required host_only     host_only     host_only
ingest/rotate_key    early    ok               host_only        account_required host_only     host_only     host_only
ingest/rotate_key    due      ok               host_only        account_required host_only     host_only     host_only
ingest/rotate_key    live     ok               host_only        account_required host_only     host_only     host_only
ingest/rotate_key    finished room_closed      host_only        account_required host_only     host_only     host_only
ingest/open          early    start_too_early  host_only        account_required host_only     host_only     host_only
ingest/open          due      ok               host_only        account_required host_only     host_only     host_only
ingest/open          live     ok               host_only        account_required host_only     host_only     host_only
ingest/open          finished room_closed      host_only        account_required host_only     host_only     host_only
ingest/select_source early    not_in_room      not_in_room      account_required not_in_room   not_in_room   not_in_room
ingest/select_source due      ok               host_only        account_required host_only     host_only     host_only
ingest/select_source live     ok               host_only        account_required host_only     host_only     host_only
ingest/select_source finished room_closed      host_only        account_required host_only     host_only     host_only
ingest/allow_vp8     early    not_in_room      not_in_room      account_required not_in_room   not_in_room   not_in_room
ingest/allow_vp8     due      ok               host_only        account_required host_only     host_only     host_only
ingest/allow_vp8     live     ok               host_only        account_required host_only     host_only     host_only
ingest/allow_vp8     finished room_closed      host_only        account_required host_only     host_only     host_only
ingest/report        early    ok               host_only        account_required host_only     host_only     host_only
ingest/report        live     ok               host_only        account_required host_only     host_only     host_only
ingest/report        finished room_closed      host_only        account_required host_only     host_only     host_only
start_streaming      early    start_too_early  start_refused    account_required start_refused start_refused start_refused
start_streaming      live     ok               start_refused    account_required start_refused start_refused start_refused
start_streaming      finished start_refused    start_refused    account_required start_refused start_refused start_refused
join_streaming       early    join_not_live    join_not_live    join_not_live    join_refused  join_refused  join_not_live
join_streaming       due      join_not_live    join_not_live    join_not_live    join_refused  join_refused  join_not_live
join_streaming       live     ok               ok               ok               join_refused  join_refused  ok
join_streaming       finished room_closed      room_closed      room_closed      join_refused  join_refused  room_closed
streaming_state      due      ok               ok               ok               forbidden     forbidden     ok
streaming_state      live     ok               ok               ok               forbidden     forbidden     ok
vp8_video            early    not_in_room      not_in_room      not_in_room      not_in_room   not_in_room   not_in_room
vp8_video            due      ok               not_in_room      not_in_room      not_in_room   not_in_room   not_in_room
vp8_video            live     ok               ok               ok               not_in_room   not_in_room   ok
vp8_video            finished not_in_room      not_in_room      not_in_room      not_in_room   not_in_room   not_in_room
raise_hand           early    not_in_room      not_in_room      not_in_room      not_in_room   not_in_room   not_in_room
raise_hand           due      interactive_only not_in_room      not_in_room      not_in_room   not_in_room   not_in_room
raise_hand           live     interactive_only interactive_only interactive_only not_in_room   not_in_room   not_in_room
allow_mic            live     interactive_only host_only        host_only        host_only     host_only     host_only
toggle_open_mic      due      interactive_only host_only        host_only        host_only     host_only     host_only
toggle_open_mic      live     interactive_only host_only        host_only        host_only     host_only     host_only
toggle_raise_hand    live     interactive_only host_only        host_only        host_only     host_only     host_only
messages_new         due      ok               not_in_room      not_in_room      not_in_room   not_in_room   not_in_room
messages_new         live     ok               ok               ok               not_in_room   not_in_room   not_in_room
messages_new         finished room_closed      room_closed      room_closed      room_closed   room_closed   room_closed`;

const callOf = (name: string): CallName => {
  if (name === 'ingest') return 'GET /events/:uuid/ingest';
  if (name === 'streaming_state') return 'GET /events/streaming/streaming_state/:uuid';
  return `POST /events/${name.includes('/') ? name : `streaming/${name}`}` as CallName;
};

const lines = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', state, ...told] = line.split(/\s+/);
    return { call: callOf(name), state: state as State, told };
  });

test.each(lines)('$call while $state', async ({ call, state, told }) => {
  const received: string[] = [];
  // The owner comes last: what they do must not change what the others are told.
  for (const who of people.toReversed()) {
    const { status, errors } = await ask(call, state, who, bodies[call]?.());
    received.unshift(status === 200 ? 'ok' : errors[0]!.code);
  }
  expect(received).toEqual([...told, 'login_required']);
});

test.each<[State, string, string]>([
  ['early', '403 ingest_too_early', '401 stream_key_wrong'],
  ['due', '201', '401 stream_key_wrong'],
  ['live', '201', '401 stream_key_wrong'],
  // Nothing replaces the key of an event that is over.
  ['finished', '403 ingest_over', '403 ingest_over'],
])('WHIP while %s: %s for the key alone', async (state, received, toldOldKey) => {
  const knock = async (bearer: string | undefined): Promise<string> => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/whip',
      headers: {
        'content-type': 'application/sdp',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      payload: encoderOffer,
    });
    if (answer.statusCode === 201) return '201';
    return `${answer.statusCode} ${answer.json<{ errors: { code: string }[] }>().errors[0]!.code}`;
  };
  // An access token is no key, not even the owner's.
  for (const who of people) {
    const token = tokens[state][who];
    const refused = token === undefined ? '401 stream_key_missing' : '401 stream_key_wrong';
    expect([who, await knock(token)]).toEqual([who, refused]);
  }
  expect(await knock(events[state].id)).toBe('401 stream_key_wrong');
  const present = await ask('GET /events/:uuid/ingest', state, 'owner');
  const key = present.status === 200 ? (present.data as { stream_key: string }).stream_key : keys[state];
  expect(await knock(key)).toBe(received);
  // The key that was replaced above.
  expect(await knock(keys[state])).toBe(toldOldKey);
});
