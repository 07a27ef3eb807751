import type { Sql } from '../../db/db.ts';

/** The protocol's most; a chunk covers this many numbers, so it can never hold more pages. */
const chunkMax = 50_000;
/** Rows held in memory at once. */
const batchMax = 1_000;

const fixedPaths = ['/', '/terms/service', '/terms/privacy'];

interface Row {
  readonly number: number;
  readonly path: string;
}

/** Public things by its own number that never changes: `ide` of events and series, host's `id`. */
const kinds = {
  events: {
    last: 'SELECT max(ide)::int AS last FROM event',
    batch: `SELECT ide AS number, '/event/' || id AS path FROM event
      WHERE ide > $1 AND ide <= $2 AND is_public AND cancelled_at IS NULL AND unpublished_at IS NULL ORDER BY ide LIMIT ${batchMax}`,
  },
  series: {
    last: 'SELECT max(ide)::int AS last FROM event_series',
    batch: `SELECT ide AS number, '/series/' || id AS path FROM event_series s
      WHERE ide > $1 AND ide <= $2 AND EXISTS (SELECT 1 FROM event e
        WHERE e.series_id = s.id AND e.is_public AND e.cancelled_at IS NULL AND e.unpublished_at IS NULL)
      ORDER BY ide LIMIT ${batchMax}`,
  },
  hosts: {
    last: 'SELECT max(id)::int AS last FROM app_user WHERE role = 1',
    batch: `SELECT id AS number, '/' || username AS path FROM app_user
      WHERE id > $1 AND id <= $2 AND role = 1 AND erased_at IS NULL AND suspended_at IS NULL ORDER BY id LIMIT ${batchMax}`,
  },
} as const;

type KindName = keyof typeof kinds;

/** `pages`, `events-0`, `events-1`, … */
export async function chunkNames(sql: Sql): Promise<string[]> {
  const names = ['pages'];
  for (const [kind, { last }] of Object.entries(kinds)) {
    const count = Math.ceil(((await sql.one<{ last: number | null }>(last))?.last ?? 0) / chunkMax);
    for (let i = 0; i < count; i++) names.push(`${kind}-${i}`);
  }
  return names;
}

/** Paths of one chunk, a batch at a time; undefined for a name that is none. */
export function pathsOf(sql: Sql, name: string): AsyncIterable<string> | undefined {
  if (name === 'pages') return fixed();
  const [, kind, number] = /^(events|series|hosts)-(\d{1,5})$/.exec(name) ?? [];
  if (kind === undefined) return undefined;
  return numbered(sql, kinds[kind as KindName].batch, Number(number) * chunkMax);
}

async function* fixed(): AsyncGenerator<string> {
  yield* fixedPaths;
}

async function* numbered(sql: Sql, batch: string, from: number): AsyncGenerator<string> {
  let after = from;
  for (;;) {
    const rows = await sql.query<Row>(batch, [after, from + chunkMax]);
    for (const { path } of rows) yield encodeURI(path);
    const last = rows.at(-1);
    if (!last || rows.length < batchMax) return;
    after = last.number;
  }
}
