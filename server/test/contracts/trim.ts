import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { paypalCalls, stripeCalls, stripeEvent, stripeExpanded, stripeLeftOut } from './calls.ts';

/**
 * Cuts the providers' OpenAPI files down to the calls we make and the schemas that these reach:
 * `node server/test/contracts/trim.ts [clone of PayPal's repository]`. Needs git and Go.
 */
const paypalRepository = 'https://github.com/paypal/paypal-rest-api-specifications';
const paypalCommit = 'ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c';
const stripeModule = 'github.com/stripe/stripe-mock@v0.203.0';

type Json = Record<string, unknown>;

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

const forPeople = new Set(['description', 'title', 'example', 'examples', 'deprecated', 'externalDocs']);
const isObject = (value: unknown): value is Json => value !== null && typeof value === 'object';

/** `at` is the schema and, inside it, the property. Properties may be called like what only people read. */
function trimmed(value: unknown, at: string, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => trimmed(each, at));
  if (!isObject(value)) return value;
  const expansions = value['x-expansionResources'];
  const kept = Object.entries(value).filter(([key]) => isMap || (!forPeople.has(key) && !key.startsWith('x-')));
  return Object.fromEntries(
    kept.map(([key, each]) => [
      key,
      key === 'anyOf' && expansions !== undefined
        ? (each as Json[])
            .filter((one) => one['type'] === 'string' || isExpanded(one, at))
            .map((one) => trimmed(one, at))
        : trimmed(each, isMap ? `${at}.${key}` : at, !isMap && key === 'properties'),
    ]),
  );
}

const nameIn = (ref: unknown): string => String(ref).split('/').at(-1)!;
/** Stripe answers with the id of another object unless a call asks for the object. */
const isExpanded = ({ $ref: ref }: Json, at: string): boolean => stripeExpanded[at]?.includes(nameIn(ref)) ?? false;

function callOf({ paths, components }: OpenApi, call: string): Json {
  const [method, path] = call.split(' ') as [string, string];
  const found = paths[path]?.[method];
  if (!found) throw new Error(`There is no call ${call}`);
  const resolve = (one: Json): Json => {
    const [, , kind, name] = typeof one['$ref'] === 'string' ? one['$ref'].split('/') : [];
    return kind === undefined ? one : components[kind]![name!]!;
  };
  const schemaOf = (one: Json | undefined, type: string): unknown =>
    ((one?.['content'] as Record<string, Json> | undefined)?.[type] ?? {})['schema'];
  const responses = Object.entries((found['responses'] ?? {}) as Record<string, Json>);
  const query = ((found['parameters'] ?? []) as Json[]).map(resolve).filter((one) => one['in'] === 'query');
  return {
    query: query.map(({ name, required, schema }) => ({ name, required, schema })),
    request: schemaOf(found['requestBody'] as Json | undefined, 'application/json'),
    responses: Object.fromEntries(
      responses.map(([status, one]) => [status, schemaOf(resolve(one), 'application/json')] as const),
    ),
  };
}

function cut(spec: OpenApi, calls: readonly string[], source: Json, more: readonly string[] = []): string {
  const schemas: Json = {};
  const chosen = Object.fromEntries(calls.map((call) => [call, trimmed(callOf(spec, call), '')]));
  const reached = (value: unknown): string[] =>
    [...JSON.stringify(value).matchAll(/#\/components\/schemas\/([\w.-]+)/g)].map(([, name]) => name!);
  const open = [...reached(chosen), ...more];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (schemas[name] !== undefined) continue;
    schemas[name] =
      stripeLeftOut.test(name) && source['of'] === 'Stripe' ? {} : trimmed(spec.components['schemas']![name], name);
    open.push(...reached(schemas[name]));
  }
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  // A line for each call and schema: a later version is read as a difference.
  const lines = (map: Json) =>
    Object.entries(map)
      .map(([key, each]) => `    ${JSON.stringify(key)}: ${JSON.stringify(each)}`)
      .join(',\n');
  const about = JSON.stringify({ ...source, title: spec.info.title, version: spec.info.version });
  return `{\n  "about": ${about},\n  "calls": {\n${lines(chosen)}\n  },\n  "components": { "schemas": {\n${lines(sorted)}\n  } }\n}\n`;
}

const here = import.meta.dirname;
const scratch = mkdtempSync(join(tmpdir(), 'frontrow-contracts-'));
try {
  const clone = process.argv[2] ?? join(scratch, 'paypal');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 64_000_000 });
  if (process.argv[2] === undefined) execFileSync('git', ['clone', '--quiet', paypalRepository, clone]);
  writeFileSync(join(here, 'paypal', 'LICENSE'), git('show', `${paypalCommit}:LICENSE`));
  for (const [name, calls] of Object.entries(paypalCalls)) {
    const spec = JSON.parse(git('show', `${paypalCommit}:openapi/${name}.json`)) as OpenApi;
    const source = { of: 'PayPal', from: paypalRepository, commit: paypalCommit, licence: 'Apache-2.0' };
    writeFileSync(join(here, 'paypal', `${name}.json`), cut(spec, calls, source));
  }
  const downloaded = execFileSync('go', ['mod', 'download', '-json', stripeModule], { encoding: 'utf8', cwd: scratch });
  const { Dir: folder } = JSON.parse(downloaded) as { Dir: string };
  const spec = JSON.parse(readFileSync(join(folder, 'embedded/openapi/spec3.json'), 'utf8')) as OpenApi;
  const source = { of: 'Stripe', from: stripeModule, licence: 'MIT' };
  writeFileSync(join(here, 'stripe', 'LICENSE'), readFileSync(join(folder, 'LICENSE')));
  writeFileSync(join(here, 'stripe', 'stripe.json'), cut(spec, stripeCalls, source, [stripeEvent, 'charge']));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
