import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { BoundedMap } from '../bounded-map.ts';
import type { Kit } from '../kit.ts';
import type { PreparedPage } from './prepared-page.ts';

export interface PreparedLists {
  /** The answer under this key, at most a second old; asked for once however many want it. */
  list(key: string, answer: z.ZodType, make: () => Promise<unknown>): Promise<PreparedPage>;
  /** Something of a list changed in this process. */
  expire(): void;
}

const keptMax = 500;
const keptMs = 1_000;

/** Public lists as bytes, so that a rush to the first page costs one query a second per list. */
export function createPreparedLists({ clock }: Pick<Kit, 'clock'>): PreparedLists {
  let kept = new BoundedMap<string, { until: number; page: Promise<PreparedPage> }>(keptMax);

  const prepare = async (answer: z.ZodType, make: () => Promise<unknown>): Promise<PreparedPage> => {
    const body = Buffer.from(JSON.stringify({ data: answer.parse(await make()) }));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  };

  return {
    expire: () => void (kept = new BoundedMap(keptMax)),
    list(key, answer, make) {
      const now = clock.now();
      const known = kept.get(key);
      if (known && known.until > now) return known.page;
      const page = prepare(answer, make);
      const mine = kept;
      mine.set(key, { until: now + keptMs, page });
      // A failure is told to those who waited for it and kept for nobody.
      page.catch(() => mine.delete(key));
      return page;
    },
  };
}
