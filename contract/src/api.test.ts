import { expect, test } from 'vitest';
import { api } from './api.ts';

/** Calls whose names and payloads the product was ordered with. */
const orderedCalls = [
  'GET /events/:id',
  'POST /events/streaming/start_streaming',
  'POST /events/streaming/join_streaming',
  'GET /events/streaming/streaming_state/:uuid',
  'POST /events/streaming/toggle_open_mic',
  'POST /events/streaming/toggle_chat_enabled',
  'POST /events/streaming/raise_hand',
  'POST /events/streaming/toggle_raise_hand',
  'POST /events/streaming/allow_mic',
  'POST /events/streaming/messages_new',
  'POST /events/streaming/toggle_banned',
  'POST /events/streaming/toggle_admin',
  'POST /events/streaming/stop_streaming',
  'POST /events/purchase',
  'POST /events/purchase_no_login',
  'POST /payment/stripe_intent',
  'POST /payment/paypal_order',
  'GET /tickets/types',
  'POST /events/create',
  'GET /languages/all',
  'GET /categories/all',
  'GET /user/profile',
  'GET /influencer/profile',
];

/** Calls that we named ourselves. */
const ourCalls = [
  'GET /client_config',
  'POST /network_check',
  'POST /auth/signup',
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/logout',
  'POST /auth/verify_email',
  'POST /auth/verify_email_again',
  'POST /auth/forgot_password',
  'POST /auth/reset_password',
  'POST /auth/magic_link',
  'POST /auth/magic_login',
  'POST /auth/guest_session',
  'POST /auth/join_link',
  'POST /auth/guest_link',
  'POST /user/influencer_request',
  'GET /admin/influencer_requests',
  'POST /admin/influencer_requests/authorize',
  'POST /admin/influencer_requests/refuse',
  'GET /admin/users',
  'POST /admin/users/flags',
  'GET /admin/audit_log',
  'GET /admin/events',
  'POST /admin/events/cancel',
  'GET /admin/orders',
  'POST /admin/orders/refund',
  'GET /admin/refunds',
  'GET /user/account',
  'POST /user/account',
  'POST /user/change_email',
  'POST /auth/confirm_email',
  'POST /user/change_password',
  'POST /user/connect_instagram',
  'POST /user/disconnect_instagram',
  'GET /user/sessions',
  'POST /user/sessions/revoke',
  'GET /user/export',
  'POST /user/delete',
  'GET /user/second_factor',
  'POST /user/second_factor/begin',
  'POST /user/second_factor/confirm',
  'POST /user/second_factor/off',
  'POST /auth/social',
  'POST /auth/social_return',
  'POST /auth/social_enter',
  'POST /auth/social_signup',
  'POST /auth/social_link',
  'GET /user/viewer_profile',
  'POST /user/viewer_profile',
  'POST /user/avatar',
  'GET /events',
  'GET /events/:id/private',
  'GET /events/mine',
  'GET /hosts',
  'GET /events/:id/draft',
  'POST /events/update',
  'POST /events/reschedule',
  'POST /events/message',
  'GET /events/:id/messages',
  'POST /events/cancel',
  'POST /events/updatePresentationVideo',
  'POST /events/updatePresentationVideoLandscape',
  'POST /events/updateThanksVideo',
  'POST /events/updateThanksVideoLandscape',
  'POST /events/remove_video',
  'POST /events/favorite',
  'GET /user/favorites',
  'GET /events/favorites',
  'GET /hosts/:username',
  'POST /hosts/follow',
  'POST /hosts/unfollow_by_mail',
  'GET /user/following',
  'GET /user/followed_hosts',
  'POST /influencer/profile',
  'POST /events/hold',
  'POST /events/hold_no_login',
  'POST /events/release_hold',
  'GET /payment/methods',
  'GET /tickets/mine',
  'POST /tickets/refund',
  'POST /sandbox/card_tokens',
  'GET /events/:id/reviews',
  'GET /hosts/:username/reviews',
  'POST /events/reviews',
  'POST /events/reviews/delete',
  'GET /user/reviews',
  'POST /reviews/report',
  'GET /admin/reviews',
  'POST /admin/reviews/decide',
  'GET /events/:uuid/ingest',
  'POST /events/ingest/rotate_key',
  'POST /events/ingest/open',
  'POST /events/ingest/select_source',
  'POST /events/ingest/report',
  'POST /events/streaming/leave_streaming',
  'POST /events/streaming/messages_remove',
  'POST /events/streaming/remove_viewer',
  'POST /events/streaming/readmit_viewer',
  'GET /search',
];

test('the table holds these calls and no others', () => {
  expect(Object.keys(api).toSorted()).toEqual([...orderedCalls, ...ourCalls].toSorted());
// All calls, these and our own, are listed where it is tested who may call them (who-may-call.test.ts).
test('the table holds every ordered call', () => {
  expect(orderedCalls.filter((call) => !(call in api))).toEqual([]);
});

test('ordered payloads are taken as they were ordered', () => {
  const uuid = '7b7c9a53-8c5b-4c0e-9a55-6d3f1b0f7a01';
  expect(api['POST /events/streaming/start_streaming'].body.parse({ platform: 'web', event_uuid: uuid })).toMatchObject(
    { event_uuid: uuid },
  );
  expect(api['POST /events/streaming/allow_mic'].body.parse({ event_uuid: uuid, username: 'lena' })).toMatchObject({
    username: 'lena',
  });
  expect(api['POST /events/purchase'].body.parse({ event_uuid: uuid, type: 'interactive' })).toMatchObject({
    type: 'interactive',
  });
  const card = {
    event_uuid: uuid,
    stripe_token: 'tok_visa',
    paypal: false,
    stripe_payment_method_id: null,
    type: 'streaming',
    remember: true,
  };
  expect(api['POST /events/purchase'].body.parse(card)).toEqual(card);
});

test('an amount sent by a browser is refused: the server computes every one', () => {
  const body = { event_uuid: '7b7c9a53-8c5b-4c0e-9a55-6d3f1b0f7a01', type: 'interactive', price: 1 };
  expect(api['POST /events/purchase'].body.safeParse(body).success).toBe(false);
});
