import { coverWidths } from '@frontrow/core/events/limits.ts';
import sharp from 'sharp';
import type { Kit } from '../kit.ts';
import { oneAtATime } from './pictures.ts';

/** Looks slightly better than the WebP at half its bytes; more effort takes five times as long and saves a tenth. */
const encoding = { quality: 60, effort: 2, chromaSubsampling: '4:2:0', tune: 'ssim' } as const;
const encodeSecondsMax = 15;
/** Covers remembered as not smaller in AVIF: those of a thousand events. */
const hopelessMax = 3_000;

const coverText = /^(covers\/[a-z0-9-]+)-(\d+)\.webp$/;

export interface AvifCovers {
  /** Key of the AVIF of this file once it is made; undefined for files that get none. */
  keyOf(key: string): string | undefined;
  /** Starts making the AVIF of a stored cover, next to the answer; false when there will be none soon. */
  begin(key: string): boolean;
  /** Starts nothing more; resolves when the last one is written. */
  stop(): Promise<void>;
}

/**
 * The AVIF of a cover's WebP: made after the first request for it, one at a time, and kept only where it is smaller.
 */
export function avifCovers({ storage, log }: Pick<Kit, 'storage' | 'log'>): AvifCovers {
  const making = new Map<string, Promise<void>>();
  const hopeless = new Set<string>();
  const inTurn = oneAtATime();
  let stopped = false;

  const keyOf = (key: string): string | undefined => {
    const [, cover, width] = coverText.exec(key) ?? [];
    return coverWidths.some((known) => String(known) === width) ? `${cover}-${width}.avif` : undefined;
  };

  async function make(key: string, avifKey: string): Promise<void> {
    if (stopped) return;
    const [, cover, width] = coverText.exec(key)!;
    const [largest, webp] = await Promise.all([storage.get(`${cover}-${coverWidths[0]}.webp`), storage.get(key)]);
    if (!largest || !webp) return;
    const avif = await sharp(largest.bytes, { failOn: 'error' })
      .resize(Number(width))
      .avif(encoding)
      .timeout({ seconds: encodeSecondsMax })
      .toBuffer();
    if (avif.length >= webp.bytes.length) return abandon(key);
    await storage.put(avifKey, avif, 'image/avif');
    // Its event got another cover in the meantime.
    if ((await storage.size(key)) === undefined) await storage.delete(avifKey);
  }

  function abandon(key: string): void {
    if (hopeless.size >= hopelessMax) hopeless.clear();
    hopeless.add(key);
  }

  return {
    keyOf,
    begin(key) {
      const avifKey = keyOf(key);
      if (!avifKey || stopped || hopeless.has(key)) return false;
      if (making.has(key)) return true;
      const work = inTurn(() => make(key, avifKey))
        .catch((error: unknown) => {
          // Too many wait: the next request starts it.
          if ((error as { code?: string }).code === 'temporarily_unavailable') return;
          log.warn({ key, error: String(error) }, 'AVIF of a cover not made');
          abandon(key);
        })
        .finally(() => making.delete(key));
      making.set(key, work);
      return true;
    },
    async stop() {
      stopped = true;
      await Promise.all(making.values());
    },
  };
}
