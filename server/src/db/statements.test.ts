import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/harness.ts';
import { mismatches, readSchema, type Schema } from '../../test/statements/mismatches.ts';
import { readStatements, type Statement } from '../../test/statements/read-statements.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
let schema: Schema;
let statements: Statement[];
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  schema = await readSchema(client);
  statements = readStatements();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Files with statements that are put together at run time; the stories of their features run them. */
const madeAtRunTime = [
  'db/app-role.ts',
  'features/accounts/own-account.ts',
  'features/events/list-events.ts',
  'features/events/listed-rows.ts',
  'features/rooms/ending.ts',
  'features/sitemap/public-paths.ts',
];

/** Columns that may be null, but not in the rows that these statements read. */
const neverNullThere: Readonly<Record<string, string>> = {
  'features/accounts/one-time-links.ts user_id': 'every link is made for an account',
  'features/accounts/social/sign-in.ts connect_version': 'it is set, and read, together with connect_to',
  'features/broadcast/downloads/downloads.ts bytes': 'the video is ready',
  'features/broadcast/downloads/downloads.ts file_key': 'the video is ready',
  'features/broadcast/podcast/episodes.ts bytes': 'the sound is ready',
  'features/broadcast/podcast/episodes.ts ended_at': 'the sound is ready',
  'features/broadcast/podcast/episodes.ts file_key': 'the sound is ready',
  'features/broadcast/podcast/episodes.ts finished_at': 'its event is over',
  'features/broadcast/podcast/episodes.ts length_ms': 'the sound is ready',
  'features/broadcast/podcast/episodes.ts made_at': 'the sound is ready',
  'features/ticketing/refunds/process-refunds.ts capture_ref': 'the payment has succeeded',
  'features/ticketing/refunds/refunds.ts paid_at': 'every ticket holder has paid',
  'features/ticketing/tickets/tickets.ts paid_at': 'every ticket holder has paid',
};
const withoutLine = (place: string): string => place.replace(/:\d+/, '');

test('every statement fits the schema, and its row type fits what PostgreSQL says it answers', async () => {
  const found: string[] = [];
  for (const statement of statements) found.push(...(await mismatches(client, schema, statement)));
  const isKnown = (mismatch: string): boolean =>
    mismatch.endsWith(' may be null') && withoutLine(mismatch).replace(' may be null', '') in neverNullThere;
  expect(found.filter((mismatch) => !isKnown(mismatch))).toEqual([]);
  expect(new Set(found.filter(isKnown).map(withoutLine)).size).toBe(Object.keys(neverNullThere).length);
});

test('all statements are read but those that are put together at run time', () => {
  expect(statements.length).toBeGreaterThan(400);
  const unread = statements.filter(({ texts }) => texts.length === 0).map(({ at }) => withoutLine(at));
  expect([...new Set(unread)].toSorted()).toEqual(madeAtRunTime);
});

test('a statement that deletes some of many rows says how it locks them', () => {
  const some = /\bDELETE FROM\b[\s\S]*(?<!NOT) (?:IN|ANY) \((?:ARRAY\()?\s*SELECT[\s\S]*\bLIMIT\b/;
  const unlocked = statements.filter(({ texts }) => texts.some((text) => some.test(text) && !/FOR UPDATE/.test(text)));
  expect(unlocked.map(({ at }) => withoutLine(at))).toEqual([]);
});

interface Case {
  readonly title: string;
  readonly text: string;
  readonly row: Record<string, string>;
  readonly found?: string;
}
test.for<Case>([
  {
    title: 'a row that fits',
    text: 'SELECT id, email_norm AS email FROM app_user',
    row: { id: 'number', email: 'string | null' },
  },
  { title: 'a field that may be missing', text: 'SELECT id FROM app_user', row: { name: 'string | undefined' } },
  {
    title: 'a null that the statement leaves out',
    text: 'SELECT email_norm AS email FROM app_user WHERE email_norm IS NOT NULL',
    row: { email: 'string' },
  },
  {
    title: 'a null that is not declared',
    text: 'SELECT email_norm AS email FROM app_user',
    row: { email: 'string' },
    found: 'here email may be null',
  },
  {
    title: 'another type',
    text: 'SELECT created_at FROM app_user',
    row: { created_at: 'number' },
    found: 'here created_at is Date, not number',
  },
  {
    title: 'another type of an expression',
    text: 'SELECT count(*) AS n FROM app_user',
    row: { n: 'string' },
    found: 'here n is number, not string',
  },
  {
    title: 'another name',
    text: 'SELECT id FROM app_user',
    row: { user_id: 'number' },
    found: 'here user_id is not answered',
  },
  {
    title: 'a type without a parser',
    text: "SELECT interval '1 h' AS wait",
    row: { wait: 'number' },
    found: 'here wait is of type interval, not number',
  },
  {
    title: 'a column that is gone',
    text: 'UPDATE app_user SET nickname = $1',
    row: {},
    found: 'here error: column "nickname" of relation "app_user" does not exist',
  },
])('the check of a statement: $title', async ({ text, row, found }) => {
  const statement = { at: 'here', texts: [text], row: new Map(Object.entries(row)) };
  expect(await mismatches(client, schema, statement)).toEqual(found === undefined ? [] : [found]);
});
