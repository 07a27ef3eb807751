import type pg from 'pg';
import { median, percentile } from '../report.ts';
import type { RunningServer } from './product.ts';
import { timed, type Took } from './waiting.ts';

export type Query = Readonly<Record<string, string>>;

/** Notes a goal that was missed, so that the bench ends with an error. */
export class Goals {
  missed = 0;

  of(met: boolean, text: string): string {
    if (!met) this.missed++;
    return `${text}${met ? '' : '  MISSED'}`;
  }
}

/** Asks one question after the other and times each, through the server and the database behind it. */
export class Asker {
  readonly #server: RunningServer;
  readonly #db: pg.Client;
  readonly #headers: Readonly<Record<string, string>>;
  #pids: readonly number[] = [];
  #asked = 0;

  constructor(server: RunningServer, db: pg.Client, headers: Readonly<Record<string, string>> = {}) {
    this.#server = server;
    this.#db = db;
    this.#headers = headers;
  }

  async ask<T>(path: string, query: Query = {}): Promise<{ data: T; took: Took }> {
    // Connections come and go with the server's pool.
    if (this.#asked++ % 20 === 0) this.#pids = [process.pid, this.#server.child.pid!, ...(await this.#backends())];
    const url = `http://127.0.0.1:${this.#server.port}/api${path}?${new URLSearchParams(query)}`;
    const { answer, took } = await timed(this.#pids, async () => {
      const response = await fetch(url, { headers: this.#headers });
      return { ok: response.ok, status: response.status, text: await response.text() };
    });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.text}`);
    return { data: (JSON.parse(answer.text) as { data: T }).data, took };
  }

  async #backends(): Promise<number[]> {
    const { rows } = await this.#db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    return rows.map((row) => row.pid);
  }
}

/** One line by the clock and one as it would be on a machine of one's own; a goal is about the latter. */
export function linesOf(
  name: string,
  took: readonly Took[],
  goal?: { readonly goals: Goals; readonly percent: number; readonly ms: number },
): [string, string][] {
  const alone = took.map((each) => each.alone);
  const text = times(alone);
  return [
    [
      name,
      goal
        ? goal.goals.of(percentile(alone, goal.percent) <= goal.ms, `${text} (goal p${goal.percent} ≤ ${goal.ms} ms)`)
        : text,
    ],
    ['  by the clock', times(took.map((each) => each.clocked))],
  ];
}

const times = (values: readonly number[]): string =>
  `p50 ${median(values).toFixed(1)} ms  p95 ${percentile(values, 95).toFixed(1)} ms  p99 ` +
  `${percentile(values, 99).toFixed(1)} ms  worst ${Math.max(...values).toFixed(0)} ms`;
