import { expect, test } from 'vitest';
import { hours, minutes, seconds } from '../kernel/instant.ts';
import { isAccepted, webhookRetriedMs, webhookWaitMs } from './webhooks.ts';

test('waits grow, so that an outage of an hour is over for us within half an hour, and three days take few attempts', () => {
  const waits = Array.from({ length: 40 }, (_, n) => webhookWaitMs(n + 1));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect([waits[0], waits.at(-1)]).toEqual([seconds(5), hours(4)]);
  let after = 0;
  const attempts = waits.map((wait) => (after += wait));
  const firstAfterAnHour = attempts.find((ms) => ms >= hours(1))!;
  expect(firstAfterAnHour - hours(1)).toBeLessThanOrEqual(minutes(30));
  expect(attempts.filter((ms) => ms < webhookRetriedMs).length).toBeLessThan(30);
});

test('only 2xx is accepted', () => {
  expect([199, 200, 204, 299, 300, 302, 400, 410, 500].filter(isAccepted)).toEqual([200, 204, 299]);
});
