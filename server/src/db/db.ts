import pg from 'pg';
import { SpanKind } from '@opentelemetry/api';
import type { Logger } from '../ports/log.ts';
import { isTracing, traced, traceNow } from '../tracing/spans.ts';
import { failedAtDatabase, isRetriable, sqlStateOf } from './database-errors.ts';

const connectWithinMs = 5_000;

/** Runs `work` on a dedicated connection, then closes it. Throws the error of the driver when connecting fails. */
export async function onConnection<T>(url: string, work: (sql: Pick<Sql, 'query'>) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work({
      async query<Row extends object>(text: string, params: readonly unknown[] = []) {
        return (await client.query(text, params as unknown[])).rows as Row[];
      },
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Anything that runs SQL: the pool, or one transaction. Rows have the names of the query. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  one<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly unknown[],
  ): Promise<Row | undefined>;
}

/** One transaction. A task of `afterCommit` runs once, only when the transaction committed; its error is logged. */
export interface Tx extends Sql {
  afterCommit(task: () => void): void;
}

export interface Db extends Sql {
  /**
   * Runs `work` in one READ COMMITTED transaction. Serialization failures, deadlocks and lock timeouts are tried again.
   * `settings` are SQL that runs right after BEGIN.
   */
  tx<T>(work: (tx: Tx) => Promise<T>, settings?: string): Promise<T>;
  readonly pool: pg.Pool;
  /** A connection for what lasts longer than a transaction, past a pooler; the caller connects and ends it. */
  ownConnection(): pg.Client;
  close(): Promise<void>;
}

/** The time that rules go by, in milliseconds: tests move `app_now()`, and every process has the same. */
export async function databaseNow(sql: Pick<Sql, 'one'>): Promise<number> {
  const row = await sql.one<{ now: Date }>('SELECT app_now() AS now');
  return row!.now.getTime();
}

export interface DbOptions {
  readonly url: string;
  /** Given where `url` is a pooler in transaction mode, which keeps no setting of a session. */
  readonly directUrl?: string | undefined;
  readonly log: Logger;
  readonly connectionsMax?: number;
  /** Also how long a statement waits for a free connection, if that is more than five seconds. */
  readonly statementTimeoutMs?: number;
}

type Limits = Readonly<Record<string, number>>;
/** For a connection of our own. */
const optionsOf = (limits: Limits): string =>
  Object.entries(limits)
    .map(([name, ms]) => `-c ${name}=${ms}`)
    .join(' ');
/** For one transaction. */
const localOf = (limits: Limits): string =>
  Object.entries(limits)
    .map(([name, ms]) => `SET LOCAL ${name} = ${ms}; `)
    .join('');

/** The database answers at its own limit of time, or is gone without a word: then this ends the wait. */
const unansweredMs = 2_000;
/** So that a connection whose other end is gone is noticed. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const triesMax = 4;

/** Errors of a COMMIT whose connection was lost before the database answered. */
const unanswered = new WeakSet<object>();
/** Whether a transaction that failed like this may have been committed: its connection was lost during COMMIT. */
export const mayBeCommitted = (error: unknown): boolean => unanswered.has(error as object);

const rethrow = (error: unknown): never => {
  throw failedAtDatabase(error);
};

type Query = pg.QueryConfig & { readonly query_timeout?: number };

/** Statements hold no values, so they may leave our machines; parameters do not. */
const tracedQuery = (client: pg.Pool | pg.PoolClient, query: Query) =>
  traced(/[A-Z]+/.exec(query.text)?.[0] ?? 'query', () => client.query(query), {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.text },
  });

/** A statement that writes, or calls a stored function. */
const mayRecordFacts = /\b(?:INSERT|UPDATE|DELETE)\b|\b(?:FROM|SELECT) \w+\(/;

/** Facts that a transaction records belong to its trace: their column reads this setting. */
function traceOf(): string {
  const trace = traceNow();
  return trace === undefined ? '' : `SET LOCAL frontrow.traceparent = '${trace}'; `;
}

export function openDb({ url, directUrl, log, connectionsMax = 20, statementTimeoutMs = 5000 }: DbOptions): Db {
  const isPooled = directUrl !== undefined && directUrl !== url;
  const limits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 15_000,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: Math.max(connectWithinMs, statementTimeoutMs),
    ...keepAlive,
    ...(isPooled ? {} : { options: optionsOf(limits) }),
  });
  let closed = false;
  pool.on('error', (error) => {
    // The pool says it has ended before its sockets have: a server that stops right then is no news.
    if (!closed) log.warn({ error: error.message }, 'database connection lost');
  });
  // A connection lost inside a transaction fails its next statement. Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const answersWithinMs = statementTimeoutMs + (isPooled ? 0 : unansweredMs);
  const bounded = (text: string): Query => ({ text, query_timeout: answersWithinMs });
  const sqlOn = (client: pg.Pool | pg.PoolClient, withinMs: number | undefined): Sql => {
    const rowsOf = async (text: string, params: readonly unknown[]): Promise<unknown[]> => {
      // Facts read the trace in a setting of their transaction: two more ways to the database, with tracing on.
      if (isTracing() && client === pool && mayRecordFacts.test(text))
        return attemptTx((tx) => tx.query(text, params), '');
      const query: Query = {
        text,
        values: params as unknown[],
        ...(withinMs !== undefined && { query_timeout: withinMs }),
      };
      const asked = isTracing() ? tracedQuery(client, query) : client.query(query);
      return (await asked.catch(rethrow)).rows;
    };
    return {
      query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
        (await rowsOf(text, params)) as Row[],
      one: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
        (await rowsOf(text, params))[0] as Row | undefined,
    };
  };

  const commitTx = async <T>(work: (tx: Tx) => Promise<T>, settings: string, tasks: (() => void)[]): Promise<T> => {
    const client = await pool.connect().catch(rethrow);
    // One with a statement timeout waits as long as the database does.
    const within = settings.includes('statement_timeout') ? undefined : answersWithinMs;
    let broken = false;
    try {
      await client.query(bounded(`BEGIN; ${isPooled ? localOf(limits) : ''}${traceOf()}${settings}`)).catch(rethrow);
      const result = await work({ ...sqlOn(client, within), afterCommit: (task) => void tasks.push(task) });
      await client.query(bounded('COMMIT')).catch((error: Error & { severity?: string }) => {
        if (error.severity !== 'ERROR') unanswered.add(error);
        return rethrow(error);
      });
      return result;
    } catch (error) {
      await client.query(bounded('ROLLBACK')).catch(() => (broken = true));
      throw error;
    } finally {
      client.release(broken);
    }
  };

  const attemptTx = async <T>(work: (tx: Tx) => Promise<T>, settings: string): Promise<T> => {
    const tasks: (() => void)[] = [];
    const result = await commitTx(work, settings, tasks);
    for (const task of tasks)
      try {
        task();
      } catch (error) {
        // The transaction is committed: its caller must not hear that it failed, nor try it again.
        log.error({ error: String(error) }, 'task after a commit failed');
      }
    return result;
  };

  return {
    pool,
    ...sqlOn(pool, answersWithinMs),
    ownConnection: () =>
      new pg.Client({
        connectionString: directUrl ?? url,
        connectionTimeoutMillis: connectWithinMs,
        ...keepAlive,
        options: optionsOf(limits),
      }),
    async tx(work, settings = '') {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTx(work, settings);
        } catch (error) {
          if (!isRetriable(error) || attempt >= triesMax) throw error;
          log.debug({ state: sqlStateOf(error), attempt }, 'transaction tried again');
        }
      }
    },
    close() {
      closed = true;
      return pool.end();
    },
  };
}
