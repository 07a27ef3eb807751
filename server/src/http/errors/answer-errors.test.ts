import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import type { Logger } from '../../ports/log.ts';
import { createSecurityLog } from '../../process/security-log.ts';
import { answerErrors } from './answer-errors.ts';

test('a fault says the sentence for the unknown, and nothing of itself', async () => {
  const app = Fastify();
  const logged: unknown[] = [];
  const log = { error: (entry: unknown) => void logged.push(entry) } as unknown as Logger;
  answerErrors(app, { log, security: createSecurityLog({ log, clock: systemClock }).security });
  app.get('/', () => {
    throw new Error('password of the database');
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { errors: [{ message: 'Sorry, something went wrong.', code: 'fault' }] },
  ]);
  expect(logged).toMatchObject([{ error: 'password of the database' }]);
});
