import type pg from 'pg';
import { type Column, describeStatement } from './describe-statement.ts';
import type { Statement } from './read-statements.ts';

/** What `pg` makes of a value of each type, with the parsers of `db.ts`. Arrays of bigint have no parser there. */
const typeScriptOf: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  bpchar: 'string',
  uuid: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer<ArrayBufferLike>',
  _int4: 'number[]',
  _int8: 'string[]',
  _text: 'string[]',
};

export interface Schema {
  /** Name of a type by its oid; `enum` for all enums. */
  readonly types: ReadonlyMap<number, string>;
  /** Names of the columns of tables that may be null, by `<table oid>.<number>`. */
  readonly nullable: ReadonlyMap<string, string>;
}

export async function readSchema(client: pg.Client): Promise<Schema> {
  const types = await client.query<{ oid: number; name: string }>(
    "SELECT oid, CASE typtype WHEN 'e' THEN 'enum' ELSE typname::text END AS name FROM pg_type",
  );
  const nullable = await client.query<{ origin: string; name: string }>(
    `SELECT a.attrelid || '.' || a.attnum AS origin, a.attname AS name
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND NOT a.attnotnull`,
  );
  return {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    nullable: new Map(nullable.rows.map(({ origin, name }) => [origin, name])),
  };
}

/**
 * Where a statement does not fit the schema, or its row type what PostgreSQL says it answers: names, types, and columns
 * of tables that may be null. A null that a join or an expression makes is not described, so it is not found.
 */
export async function mismatches(client: pg.Client, schema: Schema, { at, texts, row }: Statement): Promise<string[]> {
  const found = new Set<string>();
  // Several settings in one text are no statement that can be described, and name nothing of the schema.
  for (const text of texts.filter((sql) => !sql.startsWith('SET LOCAL ')))
    try {
      const columns = await describeStatement(client, text);
      for (const [field, declared] of row) {
        const column = columns.find(({ name }) => name === field);
        const wrong = column ? wrongColumn(schema, text, column, declared) : wrongIfMissing(declared);
        if (wrong) found.add(`${at} ${field} ${wrong}`);
      }
    } catch (error) {
      found.add(`${at} ${String(error)}`);
    }
  return [...found];
}

const wrongIfMissing = (declared: string): string | undefined =>
  declared.endsWith('| undefined') ? undefined : 'is not answered';

function wrongColumn({ types, nullable }: Schema, text: string, column: Column, declared: string): string | undefined {
  const source = nullable.get(column.origin);
  if (source !== undefined && !declared.includes('| null') && !text.includes(`${source} IS NOT NULL`))
    return 'may be null';
  const type = types.get(column.typeOid)!;
  // What was written as JSON comes back as it was: its shape is not the schema's.
  if (type === 'json' || type === 'jsonb') return undefined;
  const real = type === 'enum' ? 'string' : typeScriptOf[type];
  const answer = declared.replaceAll(/^readonly | \| (null|undefined)/g, '');
  return answer === real ? undefined : `is ${real ?? `of type ${type}`}, not ${answer}`;
}
