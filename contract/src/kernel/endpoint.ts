import { z } from 'zod';
import './input-sentences.ts';

/**
 * What a call may have as a schema. Zod's core type, because the table compares it with every schema of it: the class
 * with all its methods (`z.ZodType`) made the type check of everything that imports the table take twice as long.
 */
export type Schema = z.core.$ZodType;

/** One call of the wire. Bodies of answers travel as `{"data": answer}`. */
export interface Endpoint {
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly answer: Schema;
  /** The body is multipart/form-data; `body` then describes its fields. */
  readonly multipart?: true;
  readonly status?: 200 | 201;
  /** The answer is a file of this media type instead of JSON; `answer` is `nothing` then. */
  readonly file?: string;
}

export type EndpointTable = Readonly<Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, Endpoint>>;

export const errorBody = z.object({
  errors: z.array(z.object({ message: z.string(), code: z.string(), field: z.string().optional() })),
});

export const eventUuid = z.uuid().toLowerCase();
export const username = z.string().min(1).max(40);
export const nothing = z.object({});
const years = 'This must be a moment of the years 1 to 9999.';
/** Epoch milliseconds. Of other years, what the database reads JavaScript does not, and the other way around. */
export const epochMs = z
  .number()
  .int()
  .min(Date.parse('0001-01-01T00:00:00Z'), years)
  .max(Date.parse('9999-12-31T23:59:59.999Z'), years);
/** Decimal amount with the currency's digits. */
export const amount = z.number();
/** In whole units of any currency; its minor units are far within what a number holds exactly. */
const namedAmountMax = 1_000_000_000;
/** An amount that a caller names: nobody has more than this. */
export const namedAmount = amount.min(-namedAmountMax).max(namedAmountMax);
