import type pg from 'pg';
import type { TestApp } from './harness.ts';

type Query = (...words: unknown[]) => unknown;
type Answered = (error: Error | undefined, ...rest: unknown[]) => void;

export interface DyingApp {
  /** From now on: dies when the database has done its nth statement (0 is the first), before it hears of that. */
  dieAfter(statement: number): void;
  /** Whether it came to that; it lives again, as a process that was started anyhow. */
  revive(): boolean;
}

/**
 * A process that ends at a statement of ours: the database hears nothing more of it, as of one that was killed. What
 * it was told by then is in the database, or rolled back with its connections. It stores and removes no file any more
 * either.
 */
export function dyingApp(app: Pick<TestApp, 'db' | 'kit'>): DyingApp {
  let left = Infinity;
  let dead = false;
  const gone = (): Error => Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });

  const watched = new WeakSet<pg.PoolClient>();
  app.db.pool.on('acquire', (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as Query;
    const hangUp = (): void => {
      dead = true;
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    };
    client.query = ((...words: unknown[]) => {
      // A dead one says nothing more: its connection is cut first, and what it asks fails by that.
      if (dead) hangUp();
      if (dead || --left >= 0) return query(...words);
      const answered = words.at(-1);
      if (typeof answered !== 'function')
        return (query(...words) as Promise<unknown>).finally(hangUp).then(() => Promise.reject(gone()));
      return query(...words.slice(0, -1), () => {
        hangUp();
        (answered as Answered)(gone());
      });
    }) as typeof client.query;
  });

  const { storage } = app.kit;
  const { put, putFile, delete: remove } = storage;
  const unlessDead = async (work: () => Promise<void>): Promise<void> => {
    if (dead) throw gone();
    await work();
  };
  storage.put = (...words) => unlessDead(() => put(...words));
  storage.putFile = (...words) => unlessDead(() => putFile(...words));
  storage.delete = (key) => unlessDead(() => remove(key));

  return {
    dieAfter(statement) {
      [left, dead] = [statement, false];
    },
    revive() {
      const died = dead;
      [left, dead] = [Infinity, false];
      return died;
    },
  };
}
