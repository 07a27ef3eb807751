import { coverSvg } from '@frontrow/artwork/covers.ts';
import { coverWidths } from '@frontrow/core/events/limits.ts';
import type { Category } from '@frontrow/artwork/palettes.ts';
import type { Kit } from '../kit.ts';
import { encodeSizes, flatten } from '../media/pictures.ts';
import { openStages } from './schedule/open-stages.ts';
import { programme } from './schedule/schedule.ts';

const keyHead = 'covers/demo-';
/** `covers/demo-<slug>`; every occurrence of an event has the same cover. */
export const demoCoverKey = (slug: string): string => `${keyHead}${slug}`;

const fileText = /^covers\/demo-([a-z0-9-]+)-(\d+)\.webp$/;
const categories: ReadonlyMap<string, Category> = new Map(
  [...openStages, ...programme].map((event) => [event.slug, event.category]),
);

export interface DemoCovers {
  /** The file of this key when it is one of the demo's: painted and kept the first time it is wanted. */
  file(key: string): Promise<Uint8Array | undefined>;
  /** Paints what is missing, in the order of the programme. Stops when asked to. */
  paintAll(stopped: () => boolean): Promise<void>;
}

/** Covers of the demo: posters from core, painted when someone looks at them, or beforehand when there is time. */
export function demoCovers({ storage, log }: Pick<Kit, 'storage' | 'log'>): DemoCovers {
  const painting = new Map<string, Promise<ReadonlyMap<number, Buffer>>>();
  let last: Promise<unknown> = Promise.resolve();

  const paint = (slug: string, category: Category): Promise<ReadonlyMap<number, Buffer>> => {
    const known = painting.get(slug);
    if (known) return known;
    const work = last.then(async () => {
      const pixels = await flatten(coverSvg(slug, category, { grain: false }));
      const sized = await encodeSizes(pixels.data, pixels.raw);
      for (const { width, webp } of sized) await storage.put(`${demoCoverKey(slug)}-${width}.webp`, webp, 'image/webp');
      return new Map(sized.map(({ width, webp }) => [width, webp]));
    });
    last = work.catch(() => undefined);
    painting.set(slug, work);
    void last.finally(() => painting.delete(slug));
    return work;
  };

  return {
    async file(key) {
      const [, slug = '', width = ''] = fileText.exec(key) ?? [];
      const category = categories.get(slug);
      if (!category || !coverWidths.some((known) => known === Number(width))) return undefined;
      return (await paint(slug, category)).get(Number(width));
    },
    async paintAll(stopped) {
      const smallest = coverWidths[coverWidths.length - 1];
      for (const [slug, category] of categories) {
        if (stopped()) return;
        try {
          if (!(await storage.get(`${demoCoverKey(slug)}-${smallest}.webp`))) await paint(slug, category);
        } catch (error) {
          log.warn({ slug, error: String(error) }, 'demo cover not painted');
        }
      }
    },
  };
}
