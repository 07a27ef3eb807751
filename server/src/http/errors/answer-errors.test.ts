import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerErrors } from './answer-errors.ts';

test('a fault says the sentence for the unknown, and nothing of itself', async () => {
  const app = Fastify();
  const logged: unknown[] = [];
  const log = { error: (entry: unknown) => void logged.push(entry) } as unknown as Parameters<typeof answerErrors>[1];
  answerErrors(app, log);
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
