import { compile, type JSONSchema } from 'json-schema-to-typescript';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: JSONSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JSONSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: JSONSchema }>> }>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const head = `/**
 * The calls that take an API key, as the server describes them. Generated: run
 * \`npx vitest run server/src/features/developers/client.test.ts -u\` after a call has changed.
 */
`;

const objectOf = (properties: Record<string, JSONSchema>, required: string[]): JSONSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

function parametersOf({ parameters = [] }: Operation, where: string): [JSONSchema, boolean] | undefined {
  const own = parameters.filter((one) => one.in === where);
  if (own.length === 0) return undefined;
  const required = own.filter((one) => one.required).map(({ name }) => name);
  return [objectOf(Object.fromEntries(own.map(({ name, schema }) => [name, schema])), required), required.length > 0];
}

function callOf(operation: Operation): JSONSchema {
  const body = operation.requestBody && Object.values(operation.requestBody.content)[0]?.schema;
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const [type, content] = Object.entries(success?.content ?? {})[0] ?? [];
  const data = content?.schema.properties?.['data'];
  const parts: Record<string, [JSONSchema, boolean] | undefined> = {
    params: parametersOf(operation, 'path'),
    query: parametersOf(operation, 'query'),
    body: body && [body, true],
    answer: [type === 'application/json' ? data! : { type: 'string' }, true],
  };
  const there = Object.entries(parts).flatMap(([name, part]) => (part ? [[name, ...part] as const] : []));
  return {
    ...objectOf(
      Object.fromEntries(there.map(([name, schema]) => [name, schema])),
      there.flatMap(([name, , required]) => (required ? [name] : [])),
    ),
    description: [operation.summary?.replace(/\.$/, ''), operation.description].filter(Boolean).join('. '),
  };
}

/** The types of `@frontrow/client`, from what `/api/openapi.json` says of calls that take keys of this scheme. */
export async function hostApiTypes({ paths }: Description, keyScheme: string): Promise<string> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some((one) => keyScheme in one))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, callOf(operation)] as const),
  );
  const schema = {
    title: 'HostApi',
    ...objectOf(
      Object.fromEntries(calls),
      calls.map(([name]) => name),
    ),
  };
  const types = await compile(schema, 'HostApi', {
    additionalProperties: false,
    bannerComment: '',
    style: { printWidth: 120, singleQuote: true },
    // A list of up to 50 would become a type of 50 tuples.
    ignoreMinAndMaxItems: true,
  });
  return head + types;
}
