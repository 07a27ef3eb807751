import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from './harness.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('health answers once the app said that it is ready', async () => {
  const answer = await app.http.inject('/healthz');
  expect(answer.statusCode).toBe(200);
});

test('the test clock moves the database and the process together', async () => {
  const before = await app.db.one<{ now: Date }>('SELECT app_now() AS now');
  await app.clock.advance(minutes(10));
  const after = await app.db.one<{ now: Date }>('SELECT app_now() AS now');
  expect(after!.now.getTime() - before!.now.getTime()).toBeGreaterThanOrEqual(minutes(10));
  expect(Math.abs(app.clock.now() - after!.now.getTime())).toBeLessThan(2000);
});

test('the test clock is moved from many places at once, and loses none of it', async () => {
  const before = app.clock.now();
  await Promise.all(Array.from({ length: 20 }, () => app.clock.advance(minutes(1))));
  const after = await app.db.one<{ now: Date }>('SELECT app_now() AS now');
  expect(after!.now.getTime() - before).toBeGreaterThanOrEqual(minutes(20));
  expect(Math.abs(app.clock.now() - after!.now.getTime())).toBeLessThan(2000);
});

test('an unknown call is refused in the shape of every error', async () => {
  const answer = await app.http.inject('/api/nothing-here');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ errors: [{ message: 'Sorry, we could not find that.', code: 'not_found' }] });
});
