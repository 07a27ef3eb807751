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
  'POST /events/streaming/set_role',
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

// All calls, these and our own, are listed where it is tested who may call them (who-may-call.test.ts).
test('the table holds every call of the specification', () => {
  expect(orderedCalls.filter((call) => !(call in api))).toEqual([]);
});

test('payloads are accepted as the specification has them', () => {
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
