import { refuse } from '@frontrow/core/refuse.ts';
import { expect, test } from 'vitest';
import { silentLog } from '../ports/log.ts';
import { onItsOwn } from './on-its-own.ts';

const failing = (why: Error) => onItsOwn(silentLog, {}, () => Promise.reject(why));

test('what cannot be done keeps nothing behind it from being tried, a database that is gone does', async () => {
  for (const error of [
    refuse('video_down'),
    new Error('a fault'),
    Object.assign(new Error('23505'), { code: '23505' }),
  ])
    await expect(failing(error)).resolves.toBeUndefined();
  for (const code of ['ECONNREFUSED', '57P01'])
    await expect(failing(Object.assign(new Error(code), { code }))).rejects.toThrow(code);
});
