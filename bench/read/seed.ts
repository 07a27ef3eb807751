import pg from 'pg';

export const events = 1_000_000;
export const hosts = 5_000;
/** Different words in all texts: the first are frequent, the last rare. */
export const vocabulary = 40_000;
const tags = 2_000;

const syllables = Array.from('bcdfghjklmnprstvz', (consonant) =>
  Array.from('aeiou', (vowel) => consonant + vowel),
).flat();

/** An invented word of three to five syllables; they differ so much that a typing error does not make another one. */
export function wordOf(n: number): string {
  let rest = (n * 2_654_435_761) % 4_294_967_296;
  let word = '';
  for (let i = 0; i < 3 + (n % 3); i++) {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return word;
}

/** Elements of fixed width: PostgreSQL reads one without walking the array. */
const word = (index: string): string => `($1::name[])[1 + ${index}]::text`;
const someWords = (howMany: number): string =>
  `(SELECT array_agg(${word(`(${vocabulary - 1} * power(random(), 3))::int`)})
    FROM generate_series(1, ${howMany} + 0 * n))`;

const tables = ['event', 'event_tag', 'listed_event', 'listed_tag', 'listed_host', 'search_word'];

const words = Array.from({ length: vocabulary }, (_, n) => wordOf(n));

async function seeder(url: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query("SET session_replication_role = replica; SET maintenance_work_mem = '256MB'; SET work_mem = '128MB'");
  return db;
}

/**
 * Inserts a million public events with hosts, tags and words in minutes: first the rows, then the indexes, on two
 * connections. Half are past, some hundreds are live, the rest start within a year. Triggers are off: the rows they
 * would write are inserted here, and `checkSeed` compares them with what the triggers write.
 */
export async function seedEvents(url: string): Promise<void> {
  const both = await Promise.all([seeder(url), seeder(url)]);
  const [db] = both;
  const inHalves = (text: (half: string) => string, params?: unknown[]): Promise<unknown> =>
    Promise.all(both.map((each, half) => each.query(text(`n % 4 / 2 = ${half}`), params)));
  const { rows: indexes } = await db.query<{ indexname: string; indexdef: string }>(
    `SELECT i.indexname, i.indexdef FROM pg_indexes i WHERE i.schemaname = 'public' AND i.tablename = ANY ($1)
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`,
    [tables],
  );
  for (const { indexname } of indexes) await db.query(`DROP INDEX ${indexname}`);
  await db.query(
    `
    INSERT INTO app_user (username, username_skeleton, email_norm, password_hash, name, surname, role)
    SELECT 'host' || n, 'host' || n, 'host' || n || '@bench.test', 'x',
      initcap(${word('n * 7')}), initcap(${word('n * 3')}), 1
    FROM generate_series(1, ${hosts}) n`,
    [words],
  );
  await db.query(`CREATE UNLOGGED TABLE made (n int, id uuid, title text[], description text[], host_id bigint,
    tags text[], category int, langs int[], price int, state int, starts_at timestamptz)`);
  for (const [half, each] of both.entries()) await each.query(`SELECT setseed(0.42 + ${half} / 10.0)`);
  await inHalves(
    (half) => `
    INSERT INTO made
    SELECT n, gen_random_uuid(), ${someWords(4)}, ${someWords(14)},
      (SELECT id FROM app_user WHERE username = 'host' || (1 + n % ${hosts})),
      ARRAY[${word(`(${tags} * power(random(), 2))::int`)}, ${word(`${tags} + 1 + (${tags} * random())::int`)}],
      1 + n % 11,
      CASE WHEN n % 4 = 0 THEN ARRAY[1 + n % 9, 1 + (n + 3) % 9] ELSE ARRAY[1 + n % 9] END,
      CASE WHEN n % 3 = 0 THEN 0 ELSE 100 * (1 + n % 40) END,
      CASE WHEN n % 2 = 0 THEN 2 WHEN n % 2000 = 1 THEN 1 ELSE 0 END,
      date_bin('15 minutes', app_now(), 'epoch') + CASE WHEN n % 2 = 0 THEN -1 WHEN n % 2000 = 1 THEN 0 ELSE 1 END
        * ceil(random() * 35040) * interval '15 minutes'
    FROM generate_series(1, ${events}) n WHERE ${half}`,
    [words],
  );
  await inHalves(
    (half) => `
    INSERT INTO event (id, host_id, kind, state, ticket_type_id, title, description, cover_key, category_ide,
      lang_ides, starts_at, original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp,
      started_at, finished_at)
    SELECT id, host_id, 0, state, CASE price WHEN 0 THEN 1 ELSE 2 END,
      left(array_to_string(title, ' '), 120), left(array_to_string(description, ' '), 250), 'covers/bench', category,
      langs, starts_at, starts_at, starts_at AT TIME ZONE 'UTC', 'UTC', 49, price, 'EUR', 50, 500,
      CASE WHEN state > 0 THEN starts_at + n % 60 * interval '1 s' END,
      CASE WHEN state = 2 THEN starts_at + interval '1 hour' END
    FROM made WHERE ${half}`,
  );
  await inHalves(
    (half) => `
    INSERT INTO event_tag (event_id, position, tag)
    SELECT id, at - 1, tag FROM made, unnest(tags) WITH ORDINALITY AS each (tag, at) WHERE ${half}`,
  );
  await inHalves(
    (half) => `
    INSERT INTO listed_event (event_id, host_id, state, starts_at, started_at, price_minor, head, words)
    SELECT m.id, m.host_id, state, starts_at,
      CASE WHEN state > 0 THEN starts_at + n % 60 * interval '1 s' END,
      CASE price WHEN 0 THEN 0 ELSE price + 50 + (price * 500 + 5000) / 10000 END,
      array_to_tsvector(head || marks),
      array_to_tsvector(
        head || marks || string_to_array(left(array_to_string(description, ' '), 250), ' ') || c.words)
    FROM made m JOIN app_user u ON u.id = m.host_id
      JOIN (SELECT ide, search_words(description) AS words FROM category) c ON c.ide = m.category,
      LATERAL (SELECT title || m.tags || ARRAY[u.username, lower(u.name), lower(u.surname)] AS apart) a,
      LATERAL (SELECT apart || neighbour_marks(apart) AS head) h,
      LATERAL (SELECT ARRAY['=h' || m.host_id, '=w' || week_of(m.starts_at), '=c' || category]
        || ARRAY['=t' || m.tags[1], '=t' || m.tags[2]] || CASE price WHEN 0 THEN ARRAY['=f'] END
        || ARRAY(SELECT '=l' || ide FROM unnest(langs) ide) AS marks) k
    WHERE ${half}`,
  );
  await db.query(
    'INSERT INTO listed_tag SELECT tag, tag, array_to_tsvector(ARRAY[tag]) FROM (SELECT DISTINCT tag FROM event_tag) t',
  );
  await db.query('INSERT INTO search_word SELECT DISTINCT word COLLATE "C" FROM unnest($1::text[]) AS word', [words]);
  await db.query('SELECT list_hosts(ARRAY(SELECT id FROM app_user))');
  await db.query('DROP TABLE made');
  const next = indexes.values();
  await Promise.all(
    both.map(async (each) => {
      for (const { indexdef } of next) await each.query(indexdef);
    }),
  );
  await db.query('VACUUM ANALYZE');
  await Promise.all(both.map((each) => each.end()));
}

/**
 * Throws where the seeded rows differ from what the triggers write; a sample is enough, one statement made all of
 * them.
 */
export async function checkSeed(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ wrong: number; all: number }>(
    `WITH sample AS (SELECT event_id FROM listed_event ORDER BY event_id LIMIT 1000)
     SELECT (SELECT count(*)::int FROM listed_event) AS all,
       (SELECT count(*)::int FROM sample s JOIN listed_event l USING (event_id)
        LEFT JOIN listable_event v USING (event_id) WHERE l IS DISTINCT FROM v) AS wrong`,
  );
  if (rows[0]!.all !== events || rows[0]!.wrong !== 0)
    throw new Error(`${rows[0]!.all} listed events, ${rows[0]!.wrong} of 1000 are not what the triggers write`);
}
