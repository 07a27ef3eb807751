import { expect, test } from 'vitest';
import { createPasswordHash } from './passwords.ts';

/** Hash functions that end when the test says so, and count their calls. */
function slowHashing() {
  const running: (() => void)[] = [];
  let most = 0;
  const work = <T>(answer: T): Promise<T> =>
    new Promise((resolve) => {
      const end = () => {
        running.splice(running.indexOf(end), 1);
        resolve(answer);
      };
      most = Math.max(most, running.push(end));
    });
  const passwords = createPasswordHash({ hash: () => work('hash'), verify: () => work(true) });
  return { passwords, running, most: () => most };
}

test('two hashes run at the same time, to create or to compare, and the others wait for their turn', async () => {
  const { passwords, running, most } = slowHashing();
  const asked = Array.from({ length: 12 }, (_, n) =>
    n % 2 === 0 ? passwords.make('Curtain-up-7') : passwords.matches('hash', 'Curtain-up-7'),
  );
  let done = 0;
  for (const one of asked) void one.then(() => (done += 1));
  while (done < asked.length) {
    running[0]?.();
    await Promise.resolve();
  }
  expect(most()).toBe(2);
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? 'hash' : true)));
});

test('two hundred may wait, and the next one is refused with a time to come back', async () => {
  const { passwords, running } = slowHashing();
  const asked = Array.from({ length: 202 }, () => passwords.make('Curtain-up-7'));
  await expect(passwords.matches('hash', 'Curtain-up-7')).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    retryAfter: 2,
  });
  let done = 0;
  for (const one of asked) void one.then(() => (done += 1));
  while (done < asked.length) {
    running[0]?.();
    await Promise.resolve();
  }
});
