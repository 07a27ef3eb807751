import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';

/** A request of ours and its answer, as it was seen on the wire. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly body: string;
  readonly status: number;
  readonly answer: unknown;
  /** The test told the stand-in what to answer: nothing is said about the provider. */
  readonly scripted?: boolean;
}

/** As it was on the wire: a stand-in changes its objects later. */
export const seen = (exchange: Exchange): Exchange => JSON.parse(JSON.stringify(exchange)) as Exchange;

export interface Contract {
  /** The calls that the contract describes, as `post /v1/refunds/{id}`. */
  readonly calls: readonly string[];
  /** The call of an exchange; undefined if the contract has none. */
  callOf(exchange: Pick<Exchange, 'method' | 'url'>): string | undefined;
  /** What the contract forbids, in words; nothing where all is as the provider says. */
  faults(exchange: Exchange): readonly string[];
  /** The same for an object alone, as a webhook brings it. */
  faultsOf(schema: string, value: unknown): readonly string[];
  /** All text of a schema, to look for words that the provider uses. */
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;

interface Call {
  readonly query: readonly { readonly name: string; readonly required?: boolean; readonly schema: Json }[];
  readonly request?: Json;
  readonly responses: Readonly<Record<string, Json | undefined>>;
}

interface File {
  readonly calls: Readonly<Record<string, Call>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * OpenAPI 3.0 as JSON Schema: null where it is allowed, and no property that the contract does not name. Parts of one
 * object (`allOf`) become one, so that each knows all names. What only the provider may say is no part of a request.
 */
function jsonSchema(schema: unknown, schemas: File['components']['schemas'], of: 'request' | 'answer'): unknown {
  const inside = (value: unknown): unknown => jsonSchema(value, schemas, of);
  if (Array.isArray(schema)) return schema.map(inside);
  if (!isObject(schema)) return schema;
  if (Array.isArray(schema['allOf'])) return inside(merged(schema, schemas));
  const { nullable, readOnly: _readOnly, properties, pattern, discriminator: _discriminator, ...rest } = schema;
  const named = Object.entries((properties ?? {}) as Json);
  // An object whose id the provider gives is sent back as it came: the event whose signature is checked.
  const isTheirs = ((properties as Json | undefined)?.['id'] as Json | undefined)?.['readOnly'] === true;
  const shown = of === 'answer' || isTheirs ? named : named.filter(([, one]) => (one as Json)['readOnly'] !== true);
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inside(value)]));
  const names = new Set(shown.map(([name]) => name));
  const result = {
    ...kept,
    ...(typeof pattern === 'string' && { pattern }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(shown.map(([name, each]) => [name, inside(each)])),
      additionalProperties: inside(rest['additionalProperties'] ?? false),
      ...(Array.isArray(rest['required']) && {
        required: (rest['required'] as string[]).filter((name) => of === 'answer' || names.has(name)),
      }),
    }),
  };
  return nullable === true ? { anyOf: [{ type: 'null' }, result] } : result;
}

function merged(schema: Json, schemas: File['components']['schemas']): Json {
  const { allOf, ...own } = schema;
  const parts = [...(allOf as Json[]), own].map((part) => {
    const found = typeof part['$ref'] === 'string' ? schemas[part['$ref'].split('/').at(-1)!]! : part;
    return found['allOf'] === undefined ? found : merged(found, schemas);
  });
  return {
    ...(Object.assign({}, ...parts) as Json),
    properties: Object.assign({}, ...parts.map((part) => part['properties'])) as Json,
    required: parts.flatMap((part) => (part['required'] as string[] | undefined) ?? []),
  };
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The published contract of a provider: what `trim.ts` has kept of it. */
export function contractOf(provider: 'paypal' | 'stripe'): Contract {
  const folder = join(import.meta.dirname, provider);
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const files = texts.map((text) => JSON.parse(text) as File);
  const compilers = { request: compiler(files, 'request'), answer: compiler(files, 'answer') };
  const calls = files.flatMap(({ calls: its }, file) =>
    Object.entries(its).map(([name, call]) => {
      const [method, path] = name.split(' ') as [string, string];
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return { name, method, path, pattern, call, file };
    }),
  );
  const find = ({ method, url }: Pick<Exchange, 'method' | 'url'>) => {
    const path = new URL(url, 'http://x').pathname;
    const fitting = calls.filter((one) => one.method === method.toLowerCase() && one.pattern.test(path));
    // "/search" is its own call, not an id.
    return fitting.find((one) => one.path === path) ?? fitting[0];
  };
  return {
    calls: calls.map(({ name }) => name),
    text: texts.join('\n'),
    callOf: (exchange) => find(exchange)?.name,
    faultsOf: (schema, value) => compilers.answer(0, `components/schemas/${escaped(schema)}`, value),
    faults(exchange) {
      const found = find(exchange);
      if (!found) return [`${exchange.method} ${exchange.url} is no call of the contract`];
      const { name, call, file } = found;
      const at = `calls/${escaped(name)}`;
      const asked = new URL(exchange.url, 'http://x').searchParams;
      const sent = call.request && [...compilers.request(file, `${at}/request`, JSON.parse(exchange.body || '{}'))];
      const status = call.responses[exchange.status] === undefined ? 'default' : String(exchange.status);
      const got =
        exchange.scripted || call.responses[status] === undefined
          ? []
          : compilers.answer(file, `${at}/responses/${status}`, exchange.answer);
      return [
        ...queryFaults(asked, call, (index, value) =>
          compilers.request(file, `${at}/query/${index}/schema`, value),
        ).map((fault) => `query ${fault}`),
        ...(sent ?? []).map((fault) => `request ${fault}`),
        ...got.map((fault) => `answer ${exchange.status} ${fault}`),
        ...(exchange.status < 300 && call.responses[exchange.status] === undefined
          ? [`answers with ${exchange.status}, which the contract does not have`]
          : []),
      ].map((fault) => `${name}: ${fault}`);
    },
  };
}

function compiler(files: readonly File[], of: 'request' | 'answer') {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, logger: false });
  ajvFormats.default(ajv);
  files.forEach(({ calls, components: { schemas } }, index) =>
    ajv.addSchema({
      $id: `file:${index}`,
      calls: each(calls, ({ request, responses, query }) => ({
        request: jsonSchema(request, schemas, of),
        responses: each(responses, (one) => jsonSchema(one, schemas, of)),
        query,
      })),
      components: { schemas: each(schemas, (one) => jsonSchema(one, schemas, of)) },
    }),
  );
  const kept = new Map<string, ValidateFunction>();
  return (file: number, pointer: string, value: unknown): readonly string[] => {
    const ref = `file:${file}#/${pointer.split('/').map(encodeURIComponent).join('/')}`;
    const check = kept.get(ref) ?? ajv.compile({ $ref: ref });
    kept.set(ref, check);
    return check(value) ? [] : (check.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf').map(told);
  };
}

/** Reports the same problem of several list entries once. */
const told = ({ instancePath: at, message, params }: ErrorObject): string =>
  `${at.replaceAll(/\/\d+/g, '/*') || 'as a whole'} ${message} ${JSON.stringify(params)}`;

const each = <T, R>(map: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));

/** Names and plain values; Stripe writes lists and ranges as `created[gte]`, of which only the name is looked at. */
function queryFaults(
  asked: URLSearchParams,
  { query }: Call,
  check: (index: number, value: unknown) => readonly string[],
): readonly string[] {
  const names = new Set([...asked.keys()].map((name) => name.replace(/\[.*$/, '')));
  const known = new Set(query.map(({ name }) => name));
  return [
    ...[...names].filter((name) => !known.has(name)).map((name) => `has ${name}, which is no parameter`),
    ...query.filter(({ name, required }) => required && !names.has(name)).map(({ name }) => `lacks ${name}`),
    ...query.flatMap(({ name, schema: { type } }, index) => {
      const text = asked.get(name);
      const value = text !== null && (type === 'integer' || type === 'number') ? Number(text) : text;
      return value === null ? [] : check(index, value).map((fault) => `${name} ${fault}`);
    }),
  ];
}
