import { expect, it } from 'vitest';
import { reviewActs } from './review-acts.ts';

const review = { user: { user_username: 'lena', user_name: 'Lena', user_avatar: null } };
const who = (user_username: string, user_is_admin = false) => ({ user_username, user_is_admin });

it('authors delete theirs, app admins remove, everyone else with an account reports', () => {
  expect(reviewActs(review, null)).toEqual([]);
  expect(reviewActs(review, who('omar'))).toEqual(['report']);
  expect(reviewActs(review, who('lena'))).toEqual(['delete']);
  expect(reviewActs(review, who('mei'))).toEqual(['report']);
  expect(reviewActs(review, who('alex', true))).toEqual(['remove']);
});
