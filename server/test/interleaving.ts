import { type TestApp, until } from './harness.ts';
import type { TestEvent } from './events.ts';

/** `first` gets as far as the event's row and waits there while `second` is done; answers what `first` came to. */
export const betweenTimes = <T>(
  app: Pick<TestApp, 'db'>,
  event: Pick<TestEvent, 'id'>,
  first: () => Promise<T>,
  second: () => Promise<unknown>,
): Promise<T> => whileHeld(app, 'SELECT 1 FROM event WHERE id = $1 FOR UPDATE', event.id, first, second);

/** The same with any row: `lock` locks it. */
export async function whileHeld<T>(
  app: Pick<TestApp, 'db'>,
  lock: string,
  id: string | number,
  first: () => Promise<T>,
  second: () => Promise<unknown>,
): Promise<T> {
  const client = await app.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(lock, [id]);
    const holder = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
    const waiting = first();
    await until('somebody waits for this very lock', () =>
      app.db.one('SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [holder]),
    );
    await second();
    await client.query('COMMIT');
    return await waiting;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Links of these people's emails that no one has locked. */
export const freeLinks = (app: Pick<TestApp, 'db'>, ...people: number[]) =>
  app.db.query('SELECT purpose FROM one_time_token WHERE user_id = ANY ($1) FOR UPDATE SKIP LOCKED', [people]);
