import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { anonymous } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { digestOf } from '../http/entity-tag.ts';
import { PreparedAnswer } from '../http/routes/prepared-answer.ts';
import type { AnyRoute } from '../http/routes/route.ts';
import type { Clock } from '../ports/clock.ts';
import type { AnswerInProcess } from '../ports/page-renderer.ts';

/** One answer: its version says whether it is still the same without reading it. */
export interface InProcessAnswer {
  readonly version: string;
  /** Made of bytes that the call keeps. */
  readonly prepared: boolean;
  read(): Awaited<ReturnType<AnswerInProcess>>;
}

export type AskInProcess = (
  call: string,
  parts: { readonly params?: object | undefined; readonly query?: object | undefined },
) => Promise<InProcessAnswer>;

interface OpenRoute {
  readonly call: CallName;
  readonly who: string;
  handle(call: object): Promise<unknown>;
}

const keptMax = 500;
/** Calls that keep no prepared bytes of their own are asked at most this often. */
const keptMs = 1_000;

const texts = (values: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );

/**
 * Runs public GET calls of the contract as an anonymous visitor would over HTTP: same schemas, same handler, same
 * answer.
 */
export function createAskInProcess(rows: readonly AnyRoute[], clock: Clock): AskInProcess {
  const open = new Map(
    (rows as unknown as readonly OpenRoute[])
      .filter((row) => row.who === 'anyone' && row.call.startsWith('GET '))
      .map((row) => [row.call as string, row]),
  );
  const kept = new LRUCache<string, { readonly until: number; readonly said: Promise<InProcessAnswer> }>({
    max: keptMax,
  });

  const answer = async (row: OpenRoute, params: object, query: object): Promise<InProcessAnswer> => {
    const endpoint: Endpoint = api[row.call];
    const given = endpoint.params && z.safeParse(endpoint.params, params);
    const asked = endpoint.query && z.safeParse(endpoint.query, query);
    if (given?.success === false || asked?.success === false) return refused(400, 'bad_input', 'not valid');
    try {
      const said = await row.handle({
        actor: anonymous,
        params: given?.data,
        query: asked?.data,
        body: undefined,
        address: '127.0.0.1',
        idempotencyKey: undefined,
        header: () => undefined,
        answerHeader: () => undefined,
      });
      const prepared = said instanceof PreparedAnswer;
      const body = prepared ? said.body.toString() : JSON.stringify({ data: z.parse(endpoint.answer, said) });
      const version = prepared ? said.etag : digestOf(body);
      return { version, prepared, read: () => JSON.parse(body) as { data: unknown } };
    } catch (error) {
      if (error instanceof Refusal) return refused(error.status, error.code, error.message);
      throw error;
    }
  };

  return (call, { params, query }) => {
    const row = open.get(call);
    if (!row) throw new Error(`a drawn page asks ${call}, which is no public call`);
    const [given, asked] = [texts(params), texts(query)];
    const key = JSON.stringify([call, given, asked]);
    const now = clock.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.said;
    const said = answer(row, given, asked);
    kept.set(key, { until: now + keptMs, said });
    void said.then(
      // Prepared bytes know when they are out of date; asking them costs nothing.
      ({ prepared }) => prepared && kept.delete(key),
      () => kept.delete(key),
    );
    return said;
  };
}

function refused(status: number, code: string, message: string): InProcessAnswer {
  return { version: `${status} ${code}`, prepared: false, read: () => ({ status, errors: [{ message, code }] }) };
}
