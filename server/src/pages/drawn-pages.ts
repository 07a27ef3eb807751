import { AsyncLocalStorage } from 'node:async_hooks';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import { weakTag } from '../http/entity-tag.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/log.ts';
import type { AnswerInProcess, Drawing, PageRenderer } from '../ports/page-renderer.ts';
import type { AskInProcess } from './answer-in-process.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page ready to be sent. */
export interface DrawnPage extends Pick<Drawing, 'status' | 'noindex'> {
  /** Weak: the same for every encoding. */
  readonly etag: string;
  bytes(encoding: Encoding): Promise<Buffer>;
}

export interface FoundPage {
  /** Whether pages like this one are drawn at all. */
  readonly isPublic: boolean;
  /** Undefined: the browser draws it. */
  readonly page: DrawnPage | undefined;
  /** Of a page that is not drawn. */
  readonly status: Drawing['status'];
}

export interface DrawnPages {
  /** `mayDraw` is asked only where the page has to be drawn now. */
  page(url: string, language: Language, mayDraw: () => boolean | Promise<boolean>): Promise<FoundPage>;
}

interface Asked {
  readonly call: string;
  readonly parts: Parameters<AskInProcess>[1];
  readonly version: string;
}

interface Kept {
  readonly page: DrawnPage;
  readonly asked: readonly Asked[];
  readonly drawnAt: number;
  readonly renderer: PageRenderer;
}

const keptMax = 200;
/** Texts that tell the time ("started 5 min ago") and questions that begin now grow old even when no answer changes. */
const keptMs = 60_000;
/** More pages than this never wait to be drawn: their readers' browsers draw them. */
const waitingMax = 16;

/**
 * Keeps each public page as drawn, with the answers it was drawn from: it is sent again as long as those answers are
 * the same, and drawn again when one of them changed. Anyone who changes an event changes its answer's version, nothing
 * else.
 */
export function createDrawnPages(
  renderer: (answer: AnswerInProcess) => () => Promise<PageRenderer | undefined>,
  { ask, clock, log }: { ask: AskInProcess; clock: Clock; log: Logger },
): DrawnPages {
  /** By language and address. */
  const kept = new LRUCache<string, Kept>({ max: keptMax });
  const keyOf = (address: string, language: Language): string => `${language} ${address}`;
  const drawing = new Map<string, Promise<DrawnPage>>();
  const oneAtATime = new ConcurrencyLimiter({ runningMax: 1 });
  const recorder = new AsyncLocalStorage<Asked[]>();
  const current = renderer(async (call, parts) => {
    const said = await ask(call, parts);
    recorder.getStore()?.push({ call, parts, version: said.version });
    return said.read();
  });

  const draw = async (by: PageRenderer, address: string, language: Language): Promise<DrawnPage> => {
    const asked: Asked[] = [];
    const drawnAt = clock.now();
    const page = readyPage(await recorder.run(asked, () => by.draw(address, drawnAt, language)));
    kept.set(keyOf(address, language), { page, asked, drawnAt, renderer: by });
    return page;
  };

  const stillTrue = async ({ asked, drawnAt, renderer: by }: Kept, now: PageRenderer): Promise<boolean> => {
    if (by !== now || clock.now() - drawnAt > keptMs) return false;
    const versions = await Promise.all(asked.map(async ({ call, parts }) => (await ask(call, parts)).version));
    return versions.every((version, i) => version === asked[i]!.version);
  };

  /** A page that is left to the browser still says whether it exists, as it would if it were drawn. */
  const undrawn = async (by: PageRenderer, address: string): Promise<FoundPage> => ({
    isPublic: true,
    page: undefined,
    status: (await by.exists(address).catch(() => true)) ? 200 : 404,
  });

  return {
    async page(url, language, mayDraw) {
      const by = await current();
      const address = by?.addressOf(url);
      if (!by || address === undefined) return { isPublic: by === undefined, page: undefined, status: 200 };
      const key = keyOf(address, language);
      try {
        const known = kept.get(key);
        if (known && (await stillTrue(known, by)))
          return { isPublic: true, page: known.page, status: known.page.status };
        let work = drawing.get(key);
        if (!work && (drawing.size >= waitingMax || !(await mayDraw()))) return await undrawn(by, address);
        // Others may have come while it was decided.
        work ??= drawing.get(key);
        if (!work) {
          if (drawing.size >= waitingMax) return await undrawn(by, address);
          work = oneAtATime.run(() => draw(by, address, language)).finally(() => drawing.delete(key));
          drawing.set(key, work);
        }
        const page = await work;
        return { isPublic: true, page, status: page.status };
      } catch (error) {
        log.error(
          { address, language, error: String(error), stack: (error as Error).stack },
          'a page could not be drawn',
        );
        return undrawn(by, address);
      }
    },
  };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const brotliQuality = 6;

/** Compressed once for each encoding that is asked for. */
export function readyPage({ html, status, noindex }: Drawing): DrawnPage {
  const plain = Buffer.from(html);
  const ready: Partial<Record<Encoding, Promise<Buffer>>> = { identity: Promise.resolve(plain) };
  const make: Record<Exclude<Encoding, 'identity'>, () => Promise<Buffer>> = {
    br: () => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    gzip: () => gzipped(plain),
  };
  return {
    status,
    noindex,
    etag: weakTag(plain),
    bytes: (encoding) => (ready[encoding] ??= encoding === 'identity' ? Promise.resolve(plain) : make[encoding]()),
  };
}
