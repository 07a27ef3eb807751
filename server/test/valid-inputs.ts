import fc from 'fast-check';
import { z } from 'zod';
import { oddText, oddValue } from './odd-values.ts';

/** The part of JSON Schema that the contract's inputs come out as. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Words that mean something in the story that is fuzzed, by the name of the field that takes them. */
export type KnownWords = Readonly<Record<string, readonly (string | number)[]>>;

export function schemaOf(type: z.core.$ZodType): Schema {
  return z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
}

/** What someone might send who means it: the right shape, mostly with words that exist. */
export function likely(schema: Schema, known: KnownWords, field = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return fc.oneof(...several.map((one) => likely(one, known, field)));
  if (schema.allOf?.[0]) return likely(schema.allOf[0], known, field);
  switch (schema.type) {
    case 'object':
      return likelyObject(schema, known);
    case 'array':
      return fc.array(likely(schema.items ?? {}, known, field), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 6),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return likelyNumber(schema, known[field] ?? []);
    case 'string':
      return likelyText(schema, (known[field] ?? []).map(String), known);
    default:
      return oddValue;
  }
}

function likelyObject({ properties = {}, required = [] }: Schema, known: KnownWords): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, likely(schema, known, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** Mostly one of these words, where there are any. */
const preferring = <T>(words: readonly T[], other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  words.length > 0
    ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: other })
    : other;

function likelyNumber(
  { type, minimum = -5, maximum = 1e15 }: Schema,
  words: readonly (string | number)[],
): fc.Arbitrary<number> {
  const [min, max] = [Math.ceil(Math.max(minimum, -(2 ** 53))), Math.floor(Math.min(maximum, 2 ** 53))];
  return preferring(
    words.filter((word) => typeof word === 'number'),
    fc.oneof(
      fc.integer({ min, max: Math.min(max, min + 100) }),
      type === 'integer' ? fc.constantFrom(min, max) : fc.double({ min, max, noNaN: true }),
    ),
  );
}

function likelyText(
  { format, minLength = 0, maxLength = 200 }: Schema,
  words: readonly string[],
  known: KnownWords,
): fc.Arbitrary<string> {
  if (format === 'uuid') return preferring(words, fc.oneof(fc.constantFrom(...uuidsIn(known)), fc.uuid()));
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 300) });
  return preferring(words, fc.oneof(any, any, oddText, fc.constantFrom(...Object.values(known).flat().map(String))));
}

const uuidsIn = (known: KnownWords): string[] =>
  Object.values(known)
    .flat()
    .map(String)
    .filter((word) => /^[0-9a-f-]{36}$/.test(word));

/**
 * The same with one thing wrong: another value somewhere, a field too few or too many, or something else altogether.
 */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(value, fc.nat(), oddValue).map(([whole, at, odd]) => withOther(whole, at, odd)) },
    { weight: 1, arbitrary: fc.tuple(value, fc.nat()).map(([whole, at]) => without(whole, at)) },
    {
      weight: 1,
      arbitrary: fc.tuple(value, oddText, oddValue).map(([whole, name, odd]) => withMore(whole, name, odd)),
    },
    { weight: 1, arbitrary: oddValue },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nth = (value: Record<string, unknown>, at: number): string | undefined => {
  const names = Object.keys(value);
  return names[at % Math.max(1, names.length)];
};

function withOther(whole: unknown, at: number, odd: unknown): unknown {
  const name = isObject(whole) ? nth(whole, at) : undefined;
  if (!isObject(whole) || name === undefined) return odd;
  const inner = whole[name];
  return { ...whole, [name]: isObject(inner) && at % 2 ? withOther(inner, at >> 1, odd) : odd };
}

function without(whole: unknown, at: number): unknown {
  if (!isObject(whole)) return null;
  const gone = nth(whole, at);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== gone));
}

const withMore = (whole: unknown, name: string, odd: unknown): unknown =>
  isObject(whole) ? Object.fromEntries([...Object.entries(whole), [name, odd]]) : odd;
