import { refuse } from '@frontrow/core/refuse.ts';
import { expect, test } from 'vitest';
import { failedAtDatabase } from '../db/database-errors.ts';
import { openDb } from '../db/db.ts';
import { silentLog } from '../ports/log.ts';
import { isolateErrors } from './runner.ts';

const failing = (why: Error) => isolateErrors(silentLog, {}, () => Promise.reject(why));

const coded = (code: string) => Object.assign(new Error(code), { code });

test('what cannot be done keeps nothing behind it from being tried, a database that is gone does', async () => {
  for (const error of [refuse('video_down'), new Error('a fault'), failedAtDatabase(coded('23505'))])
    await expect(failing(error)).resolves.toBeUndefined();
  for (const code of ['ECONNREFUSED', '57P01'])
    await expect(failing(failedAtDatabase(coded(code)))).rejects.toThrow(code);
});

test.each(['ECONNREFUSED', 'ENOENT', 'ECONNRESET'])(
  'another server or a folder that is not there is no database that is gone (%s)',
  async (code) => {
    await expect(failing(coded(code))).resolves.toBeUndefined();
  },
);

test.each(['postgres://127.0.0.1:1/none', 'postgres://%2Fno%2Ffolder/none'])(
  'an unreachable database fails the job instead of being logged (%s)',
  async (url) => {
    const db = openDb({ url, log: silentLog });
    for (const ask of [() => db.query('SELECT 1'), () => db.one('SELECT 1'), () => db.tx(async () => undefined)])
      await expect(isolateErrors(silentLog, {}, ask)).rejects.toThrow();
    await db.close();
  },
);
