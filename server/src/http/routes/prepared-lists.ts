import type { z } from 'zod';
import { LRUCache } from 'lru-cache';
import type { Kit } from '../../kit.ts';
import { PreparedAnswer } from './prepared-answer.ts';

export interface PreparedLists {
  /** The answer under this key, at most a second old; asked for once however many want it. */
  list(key: string, schema: z.ZodType, make: () => Promise<unknown>): Promise<PreparedAnswer>;
  /** Something of a list changed in this process. */
  expire(): void;
}

const keptMax = 500;
const keptMs = 1_000;

/** Public lists as bytes, so that a rush to the first page costs one query a second per list. */
export function createPreparedLists({ clock }: Pick<Kit, 'clock'>): PreparedLists {
  const kept = new LRUCache<string, { until: number; page: Promise<PreparedAnswer> }>({ max: keptMax });

  const prepare = async (schema: z.ZodType, make: () => Promise<unknown>): Promise<PreparedAnswer> =>
    new PreparedAnswer(schema, await make());

  return {
    expire: () => kept.clear(),
    list(key, schema, make) {
      const now = clock.now();
      const known = kept.get(key);
      if (known && known.until > now) return known.page;
      const page = prepare(schema, make);
      kept.set(key, { until: now + keptMs, page });
      // A failure is passed to those who waited and is not cached.
      page.catch(() => kept.peek(key)?.page === page && kept.delete(key));
      return page;
    },
  };
}
