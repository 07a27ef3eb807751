import { expect, it } from 'vitest';
import { reviewActs } from './review-acts.ts';

const review = { user: { user_username: 'lena', user_name: 'Lena', user_avatar: null } };
const who = (user_username: string, user_is_admin = false) => ({ user_username, user_is_admin });

it('authors take theirs back, the host reports, app admins remove, nobody else does anything', () => {
  expect(reviewActs(review, 'mei', null)).toEqual([]);
  expect(reviewActs(review, 'mei', who('omar'))).toEqual([]);
  expect(reviewActs(review, 'mei', who('lena'))).toEqual(['takeBack']);
  expect(reviewActs(review, 'mei', who('mei'))).toEqual(['report']);
  expect(reviewActs(review, 'mei', who('alex', true))).toEqual(['remove']);
});
