import pg from 'pg';

/** One-row commits per second over 20 connections: what the disk and the database give to anybody. */
export async function rawCommits(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  await pool.query('CREATE TABLE bench_commit (id bigserial PRIMARY KEY, at timestamptz NOT NULL)');
  const endAt = performance.now() + 2_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (; performance.now() < endAt; done++) await pool.query('INSERT INTO bench_commit (at) VALUES (now())');
    }),
  );
  await pool.query('DROP TABLE bench_commit');
  await pool.end();
  return done / 2;
}
