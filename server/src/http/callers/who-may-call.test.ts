import { randomUUID } from 'node:crypto';
import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { publicToken } from '@frontrow/contract/kernel/headers.ts';
import { apiScopes, type ApiScope } from '@frontrow/core/developers/api-keys.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { newAdmin, newGuest, newHost, newViewer } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

/**
 * Who may make which call, listed by hand and apart from the routes: a policy that becomes weaker turns this red, and
 * so does a call that is not listed. `member`: an account, or a guest for the one event; `account`: no guest.
 */
const policies = {
  anyone: `
    GET /client_config, POST /contact, GET /languages/all, GET /categories/all, GET /currencies/all, GET /tickets/types, GET /search,
    GET /events/:uuid/chat/latest, GET /events/:uuid/chat/files/:number, GET /events/:uuid/hls/live.m3u8, GET /events/:uuid/hls/segments/:part/:file,
    GET /events, GET /series/:id, GET /series/:id/pass, GET /events/:id, GET /events/:id/reviews, GET /hosts, GET /hosts/:username, GET /hosts/:username/reviews, GET /hosts/:username/slots,
    POST /auth/signup, POST /auth/login, POST /auth/refresh, POST /auth/logout, POST /auth/verify_email, POST /auth/forgot_password,
    POST /auth/reset_password, POST /auth/magic_link, POST /auth/magic_login, POST /auth/guest_session, POST /auth/join_link, POST /auth/guest_link,
    POST /auth/confirm_email, POST /auth/passkey/begin, POST /auth/passkey, POST /auth/social, POST /auth/social_return, POST /auth/social_enter, POST /auth/social_signup,
    POST /auth/social_link, POST /hosts/unfollow_by_mail, POST /user/reminders_by_mail, POST /events/hold_no_login, POST /events/purchase_no_login,
    POST /views, POST /events/waitlist, GET /events/waitlist/mine, GET /events/:uuid/queue,
    GET /events/:uuid/replay, GET /events/:uuid/replay/chat, GET /events/:uuid/replay/transcript, POST /events/replay/played, GET /events/:uuid/replay/download, POST /events/replay/prepare_download,
    GET /tickets/mailed, POST /tickets/correct_email,
    POST /events/release_hold, POST /payment/stripe_intent, POST /payment/paypal_order, POST /sandbox/card_tokens,
    GET /billing/orders/:order/receipt, POST /billing/orders/:order/receipt, GET /billing/orders/:order/receipt.pdf`,
  member: `
    GET /user/profile, POST /user/language, GET /user/reviews, GET /tickets/mine, GET /tickets/:ticket, GET /billing/orders, GET /events/:id/messages, GET /events/streaming/streaming_state/:uuid,
    GET /events/:id/door_list, POST /events/door_list/check_in, POST /events/door_list/scan, GET /events/:id/door_list/codes,
    POST /network_check, POST /reports, POST /events/hold, POST /events/purchase, POST /tickets/refund, POST /tickets/transfer,
    POST /tickets/cancel, POST /tickets/resend, POST /tickets/google_wallet, POST /events/reviews,
    GET /events/:uuid/hls/keys/:number,
    POST /events/reviews/delete, POST /events/streaming/join_streaming, POST /events/streaming/leave_streaming, POST /events/streaming/read_by_files,
    POST /events/streaming/raise_hand, POST /events/streaming/lower_hands, POST /events/streaming/pin_hand,
    POST /events/streaming/order_hands, POST /events/streaming/set_turn_length, POST /events/streaming/extend_turn,
    POST /events/streaming/screen_next, POST /events/streaming/ask_next, POST /events/streaming/answer_warm_up,
    POST /events/streaming/preview_next, POST /events/streaming/vp8_video,
    GET /events/streaming/polls/:uuid, POST /events/streaming/polls/create, POST /events/streaming/polls/open,
    POST /events/streaming/polls/vote, POST /events/streaming/polls/close,
    GET /events/streaming/questions/:uuid, POST /events/streaming/questions/ask, POST /events/streaming/questions/from_message, POST /events/streaming/questions/vote,
    POST /events/streaming/questions/update, POST /events/streaming/questions/answer_on_stage,
    POST /events/streaming/announce, POST /events/streaming/pin_message, POST /events/streaming/time_out,
    POST /events/streaming/messages_remove_all, POST /events/streaming/toggle_reactions, POST /events/streaming/word_filter,
    GET /events/streaming/moderation/:uuid, POST /events/streaming/report,
    POST /events/streaming/messages_new, POST /events/streaming/messages_remove,
    POST /events/streaming/react, POST /events/streaming/recording_consent,
    POST /events/streaming/captions, POST /events/streaming/captions/say, GET /events/streaming/captions/:uuid,
    POST /events/streaming/slow_mode,    POST /events/streaming/toggle_open_mic, POST /events/streaming/toggle_chat_enabled, POST /events/streaming/toggle_raise_hand,
    POST /events/streaming/allow_mic, POST /events/streaming/toggle_banned, POST /events/streaming/toggle_admin,
    POST /events/streaming/set_role, POST /events/streaming/set_stage_guest,
    POST /events/streaming/remove_viewer, POST /events/streaming/readmit_viewer, POST /events/streaming/stop_streaming`,
  account: `
    POST /events/queue, POST /series/pass/hold, POST /series/pass/release, POST /series/pass/purchase,
    GET /user/account, GET /user/sessions, GET /user/export, GET /user/second_factor, GET /user/viewer_profile, GET /user/favorites, GET /user/calendar_feed, GET /notifications, POST /notifications, POST /push/subscribe, POST /push/unsubscribe, POST /user/calendar_feed, POST /user/calendar_feed/remove,
    GET /user/following, GET /user/followed_hosts, GET /events/favorites, GET /payment/methods, POST /auth/verify_email_again,
    POST /payment/methods/remove, POST /payment/methods/save, POST /payment/methods/confirm, POST /payment/methods/default,
    GET /billing/details, POST /billing/details,
    POST /user/influencer_request, POST /user/account, POST /user/change_email, POST /user/change_password,
    POST /user/connect_instagram, POST /user/disconnect_instagram, POST /user/sessions/revoke, POST /user/sessions/revoke_others, POST /user/delete, POST /user/second_factor/begin,
    POST /user/second_factor/confirm, POST /user/second_factor/off, GET /user/passkeys, POST /user/passkeys/begin, POST /user/passkeys, POST /user/passkeys/remove, POST /user/viewer_profile, POST /user/reminders, POST /user/avatar,
    POST /events/favorite, POST /hosts/follow, POST /events/streaming/start_streaming, POST /events/streaming/set_recording,
    POST /events/streaming/open_backstage, POST /events/invite_speaker,
    GET /private_requests, GET /private_requests/unread, POST /private_requests/seen, POST /private_requests/create, POST /private_requests/accept,
    POST /private_requests/reject, POST /private_requests/modify, POST /private_requests/agree, POST /private_requests/cancel,
    POST /private_requests/block, POST /private_requests/purchase, POST /private_requests/hold,
    GET /events/:uuid/room_export, GET /events/:uuid/ingest, POST /events/ingest/rotate_key, POST /events/ingest/open, POST /events/ingest/select_source,
    POST /auth/rally, POST /events/purchase_rally, POST /auth/siwe_nonce, POST /events/purchase_siwe, POST /events/ingest/report, POST /events/ingest/record, POST /events/ingest/allow_vp8, GET /events/:uuid/restreams, POST /events/restreams/add, POST /events/restreams/switch, POST /events/restreams/remove, POST /events/replay/remove, POST /events/replay/publish, POST /events/replay/cut, POST /events/replay/restore, POST /events/replay/allow_downloads,
    GET /private_meetings/:uuid/room, POST /private_meetings/add_time, GET /private_requests/:uuid/chat`,
  host: `
    GET /host/embed_sites, POST /host/embed_sites, GET /host/podcast, POST /host/podcast, GET /host/home, GET /host/events/:id/results, GET /balance, GET /balance/events, GET /balance/export,
    GET /events/:id/promo_codes, POST /events/promo_codes/add, POST /events/promo_codes/end, GET /events/:id/billed,
    POST /events/door_list/ticket_qr, GET /events/:id/door_list_csv, GET /events/:id/complimentary, POST /events/complimentary,
    POST /events/complimentary/withdraw, POST /series/pass/offer, POST /series/pass/withdraw,
    GET /stats, GET /stats/events, GET /stats/csv, GET /activity, GET /activity/unread, POST /activity/seen,
    GET /influencer/profile, GET /events/mine, GET /events/:id/private, GET /events/:id/draft, POST /influencer/profile,
    POST /events/create, POST /events/update, POST /events/reschedule, POST /events/message, POST /events/cancel,
    POST /events/updatePresentationVideo, POST /events/updatePresentationVideoLandscape, POST /events/updateThanksVideo,
    POST /events/updateThanksVideoLandscape, POST /events/remove_video,
    GET /private_meetings/settings, POST /private_meetings/settings, POST /events/token_preview,
    GET /payouts/methods, GET /payouts, POST /payouts/methods, POST /payouts/methods/remove, POST /payouts/methods/default,
    POST /payouts/methods/link, POST /payouts/methods/check, POST /payouts/settings, POST /payouts/request,
    GET /billing/issued, GET /billing/issued/:order/receipt.pdf,
    GET /api_keys, POST /api_keys, POST /api_keys/revoke,
    GET /webhook_endpoints, POST /webhook_endpoints, POST /webhook_endpoints/update, POST /webhook_endpoints/rotate_secret, POST /webhook_endpoints/remove,
    GET /webhook_endpoints/:id/deliveries, POST /webhook_endpoints/redeliver`,
  admin: `
    GET /admin/disputes, GET /admin/reconciliation, POST /admin/disputes/decide, POST /admin/reconciliation/close,
    POST /admin/refunds/retry, POST /admin/refunds/paid_otherwise, GET /admin/webhooks, POST /admin/webhooks/retry,
    GET /admin/overview, GET /admin/jobs, GET /admin/orders/:order, GET /admin/users/:ide, GET /admin/events/:id,
    POST /admin/users/suspend, POST /admin/users/restore, POST /admin/users/end_sessions, POST /admin/events/unpublish, POST /admin/events/republish,
    POST /admin/replays/take_down, POST /admin/replays/restore,
    POST /admin/orders/resend, GET /admin/deliveries, POST /admin/deliveries/retry,
    GET /admin/influencer_requests, GET /admin/users, GET /admin/audit_log, GET /admin/events, GET /admin/orders, GET /admin/refunds,
    GET /admin/reports, POST /admin/reports/decide, POST /admin/reports/remove_message, GET /admin/tax_rates, POST /admin/tax_rates, POST /admin/influencer_requests/authorize, POST /admin/influencer_requests/refuse, POST /admin/users/flags,
    POST /admin/events/cancel, POST /admin/orders/refund, POST /admin/reviews/decide,
    GET /admin/payouts, GET /admin/payouts/holds, GET /admin/payouts/left, POST /admin/payouts/left, GET /admin/payouts/sepa, GET /admin/payouts/sepa/:uuid, POST /admin/payouts/hold,
    POST /admin/payouts/release, POST /admin/payouts/sepa, POST /admin/payouts/sepa/mark`,
} as const;
type Policy = keyof typeof policies;
const callsOf = (policy: Policy): CallName[] => policies[policy].split(',').map((call) => call.trim() as CallName);

/** Calls that take an API key, by the scope that admits it, listed by hand as well. No other call takes any key. */
const callsOfScopes: Record<ApiScope | 'any', string> = {
  any: `GET /languages/all, GET /categories/all, GET /currencies/all, GET /tickets/types, GET /events, GET /events/:id, GET /series/:id`,
  read_events: `GET /events/mine`,
  manage_events: `POST /events/create, POST /events/update, POST /events/reschedule, POST /events/cancel, GET /events/:id/draft`,
  read_guests: `GET /events/:id/door_list, GET /events/:id/door_list_csv, GET /events/:id/complimentary`,
  check_in_guests: `POST /events/door_list/check_in, POST /events/door_list/scan, GET /events/:id/door_list/codes`,
  read_orders: `GET /events/:id/billed, GET /events/:id/private, GET /host/events/:id/results`,
  manage_promo_codes: `GET /events/:id/promo_codes, POST /events/promo_codes/add, POST /events/promo_codes/end`,
  issue_complimentary_tickets: `GET /events/:id/complimentary, POST /events/complimentary, POST /events/complimentary/withdraw`,
};
const scopesOf = (call: CallName): string[] =>
  Object.entries(callsOfScopes)
    .filter(([, calls]) => calls.split(', ').includes(call))
    .map(([scope]) => scope);

let app: TestApp;
let other: TestApp;
let tokens: Record<string, string | undefined>;
let event: string;
let question: string;
let poll: string;
beforeAll(async () => {
  app = await testApp();
  other = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  const host = await newHost(app);
  event = (await newEvent(app, host)).id;
  const asked = await app.db.one<{ id: string }>(
    'INSERT INTO question (id, event_id, author_id, body) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id',
    [event, host.id, 'Why?'],
  );
  question = asked!.id;
  const prepared = await app.db.one<{ id: string }>(
    `INSERT INTO poll (id, event_id, body, choices, multiple, anonymous, results_live)
     VALUES (gen_random_uuid(), $1, 'Soft?', '{yes,no}', false, true, true) RETURNING id`,
    [event],
  );
  poll = prepared!.id;
  tokens = {
    nobody: undefined,
    'the public token': publicToken,
    'a guest of another event': (await newGuest(app, randomUUID())).token,
    'a viewer': (await newViewer(app)).token,
    'another host': (await newHost(app)).token,
    'an app admin': (await newAdmin(app)).token,
  };
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const allowed: Record<string, readonly Policy[]> = {
  nobody: ['anyone'],
  'the public token': ['anyone'],
  'a guest of another event': ['anyone', 'member'],
  'a viewer': ['anyone', 'member', 'account'],
  'another host': ['anyone', 'member', 'account', 'host'],
  'an app admin': ['anyone', 'member', 'account', 'admin'],
};

/** What is sent for a field that a call must have, when it is the event above that is asked for. */
const sent: Record<string, () => unknown> = {
  event_uuid: () => event,
  type: () => 'interactive',
  username: () => 'nobody-at-all',
  enabled: () => true,
  message: () => 'hello',
  emoji: () => '👏',
  seconds: () => 0,
  question_id: () => question,
  poll_id: () => poll,
  choices: () => [],
  multiple: () => false,
  anonymous: () => true,
  voted: () => true,
  pinned: () => true,
  new_voices_first: () => true,
  ready: () => true,
  source: () => 'camera',
  receiving: () => true,
  seq: () => 1,
  message_id: () => 1,
  words: () => [],
  reason: () => 'spam',
  stars: () => 5,
  text: () => 'Lovely',
  line_id: () => question,
  final: () => true,
  role: () => 'guest',
  who: () => 'nobody-at-all',
  ticket_uuid: () => event,
  checked_in: () => true,
  scans: () => [{ scan_uuid: event, code: 'FR-8KQ2T7ABCD', at: 0 }],
};
function askFor(call: CallName, as: string | undefined, at = app, headers: Record<string, string> = {}) {
  const { body } = api[call] as Endpoint & { body?: z.ZodObject };
  const fields = Object.keys(body?.shape ?? {}).filter((name) => name in sent);
  return at.call(call, {
    ...(as !== undefined && { as }),
    headers,
    params: { id: event, uuid: event, username: 'nobody-at-all' },
    body: Object.fromEntries(fields.map((name) => [name, sent[name]!()])),
  });
}

test('every call of the contract is listed once', () => {
  const all = (Object.keys(policies) as Policy[]).flatMap(callsOf);
  expect(all.toSorted()).toEqual(Object.keys(api).toSorted());
});

test('the description says which calls need the token, and that the others may have it', async () => {
  const { paths } = (await app.http.inject('/api/openapi.json')).json();
  const securityOf = (call: CallName): unknown => {
    const [method, path] = call.split(' ') as [string, string];
    return paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()].security;
  };
  for (const policy of Object.keys(policies) as Policy[]) {
    const described = policy === 'anyone' ? [{}, { accessToken: [] }] : [{ accessToken: [] }];
    const byKey = (call: CallName): object[] => (scopesOf(call).length > 0 ? [{ apiKey: [] }] : []);
    expect(callsOf(policy).map((call) => [call, securityOf(call)])).toEqual(
      callsOf(policy).map((call) => [call, [...described, ...byKey(call)]]),
    );
  }
});

/** How a policy refuses somebody; undefined where it lets them pass, whatever the call itself then answers. */
const refusalBy = (policy: Policy, who: string): string | undefined => {
  if (allowed[who]!.includes(policy)) return undefined;
  if (allowed[who]!.length === 1) return '401 login_required';
  if (policy === 'account') return '403 account_required';
  return policy === 'host' ? '403 hosts_only' : '403 forbidden';
};

describe.each(Object.keys(allowed))('%s', (who) => {
  test.each(Object.keys(policies) as Policy[])(
    'calls for %s are answered by their policy, in two processes',
    async (policy) => {
      for (const call of callsOf(policy))
        for (const at of [app, other]) {
          const { status, errors } = await askFor(call, tokens[who], at);
          const said = `${status} ${errors[0]?.code}`;
          const isPolicys =
            ['401 login_required', '403 account_required', '403 hosts_only'].includes(said) || refusalBy(policy, who);
          // A refusal of the call itself is not the policy's; but none of them may ask to log in.
          expect([call, isPolicys ? said : undefined]).toEqual([call, refusalBy(policy, who)]);
        }
    },
  );
});

test.each(apiScopes)('an API key with the scope %s is admitted to the calls of this scope alone', async (scope) => {
  const host = await newHost(app);
  const { data } = await app.call('POST /api_keys', { as: host.token, body: { name: scope, scopes: [scope] } });
  for (const call of Object.keys(api) as CallName[]) {
    const { status, errors } = await askFor(call, undefined, app, { authorization: `Bearer ${data.key}` });
    const byKey = errors[0]?.code.startsWith('api_key') ? `${status} ${errors[0].code}` : undefined;
    const needed = scopesOf(call);
    const admitted = needed.includes('any') || needed.includes(scope);
    const refused = needed.length === 0 ? '403 api_key_not_accepted' : '403 api_key_scope_missing';
    expect([call, byKey]).toEqual([call, admitted ? undefined : refused]);
  }
});

/** Calls of members that are about themselves, not about an event. */
const ofThemselves = new Set<string>([
  'GET /user/profile',
  'GET /user/reviews',
  'GET /tickets/mine',
  'GET /billing/orders',
  'POST /network_check',
  // Of a person; what is reported of another event is refused by the call's own test.
  'POST /reports',
  'POST /tickets/refund',
  'GET /tickets/:ticket',
  'POST /tickets/google_wallet',
  'POST /tickets/transfer',
  'POST /tickets/cancel',
  'POST /tickets/resend',
  'POST /user/language',
  'POST /events/reviews/delete',
]);

test('a guest of another event is refused at every call about this one', async () => {
  for (const call of callsOf('member').filter((name) => !ofThemselves.has(name))) {
    const { status, errors } = await askFor(call, tokens['a guest of another event']);
    expect([call, status, errors[0]?.code]).toEqual([call, 403, 'forbidden']);
  }
});

test('only the owner may make these calls: everybody else is refused, and the event stays as it was', async () => {
  const before = await app.db.one('SELECT * FROM event WHERE id = $1', [event]);
  const calls: [CallName, object][] = [
    ['GET /events/:id/private', {}],
    ['GET /events/:id/draft', {}],
    ['POST /events/update', { event_title: 'Mine now' }],
    ['POST /events/reschedule', { event_date: 4_102_444_800_000, event_start_hour: '00:00' }],
    ['POST /events/message', { subject: 'Hello', text: 'From me' }],
    ['POST /events/cancel', {}],
    ['POST /events/remove_video', { video: 'presentation' }],
    ['POST /events/streaming/start_streaming', {}],
    ['POST /events/streaming/stop_streaming', {}],
    ['GET /events/:uuid/ingest', {}],
    ['POST /events/ingest/rotate_key', {}],
    ['POST /events/ingest/open', {}],
    ['POST /events/ingest/select_source', { source: 'camera' }],
    ['POST /events/ingest/report', { receiving: false }],
    ['POST /events/streaming/toggle_open_mic', { enabled: true }],
    ['POST /events/streaming/toggle_admin', { username: 'nobody-at-all', enabled: true }],
    ['POST /events/streaming/open_backstage', {}],
    ['POST /events/invite_speaker', { who: 'nobody-at-all', role: 'guest' }],
    ['POST /events/streaming/set_role', { username: 'nobody-at-all', role: 'guest' }],
    ['POST /events/streaming/set_stage_guest', { username: 'nobody-at-all', enabled: true }],
  ];
  for (const who of ['a viewer', 'another host', 'an app admin'])
    for (const [call, more] of calls) {
      const body = { event_uuid: event, ...more };
      const { status } = await app.call(call, { as: tokens[who]!, params: { id: event, uuid: event }, body });
      // Not 400: the body is right. 409: there is no room yet.
      expect([403, 409], `${who}: ${call}`).toContain(status);
    }
  expect(await app.db.one('SELECT * FROM event WHERE id = $1', [event])).toEqual(before);
});
