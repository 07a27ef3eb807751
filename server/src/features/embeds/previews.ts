import { join } from 'node:path';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { LRUCache } from 'lru-cache';
import { Tinypool } from 'tinypool';
import { strongTag } from '../../http/entity-tag.ts';
import type { Kit } from '../../kit.ts';
import { say, writeIn } from '../../i18n/say.ts';
import { runInThread } from '../../typesetting/run-in-thread.ts';
import { type Embedded, offerOf, whenOf } from './embed-page.ts';
import type { PreviewParts } from './preview-picture.ts';

/** Titles in many scripts take seconds of work the first time, so they are drawn apart from the event loop. */
const threadsMax = 1;
const waitingMax = 20;
const idleMs = minutes(1);
const drawingMsMax = seconds(10);
const heapMbMax = 256;
/** About 80 kB each. */
const keptMax = 200;

/** What draws a preview, as sources and in the built server (server/vite.config.ts). */
const drawingFile = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'preview-picture.ts')
  : join(import.meta.dirname, 'preview-picture.js');

export interface Preview {
  readonly etag: string;
  /** JPEG; undefined where too many wait, or it took too long. */
  picture(): Promise<Buffer | undefined>;
}

export interface Previews {
  /** In the host's language: who shares a link does not know who sees its picture. */
  of(event: Pick<Embedded, 'card' | 'language'>): Preview;
  close(): Promise<void>;
}

/** Pictures that shared links show: drawn when asked for, and kept as long as they say the same. */
export function createPreviews({ storage, clock, log }: Pick<Kit, 'storage' | 'clock' | 'log'>): Previews {
  const kept = new LRUCache<string, Promise<Buffer | undefined>>({ max: keptMax });
  let pool: Tinypool | undefined;
  const open = (): Tinypool =>
    new Tinypool({
      filename: drawingFile,
      minThreads: 0,
      maxThreads: threadsMax,
      maxQueue: waitingMax,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    });
  const coverOf = async (url: string): Promise<Uint8Array | undefined> => {
    const key = /(covers\/[a-z0-9-]+-\d+\.webp)$/.exec(url)?.[1];
    return key === undefined ? undefined : (await storage.get(key))?.bytes;
  };
  const draw = async (parts: Omit<PreviewParts, 'cover'>, coverUrl: string): Promise<Buffer | undefined> => {
    pool ??= open();
    const cover = await coverOf(coverUrl).catch(() => undefined);
    try {
      return Buffer.from(await runInThread(pool, { ...parts, cover }, drawingMsMax));
    } catch (error) {
      log.warn({ error: String(error) }, 'a link preview could not be drawn');
      return undefined;
    }
  };
  return {
    of({ card, language }) {
      const { event, user } = card;
      const parts = writeIn(language, () => {
        const { seats, note } = offerOf(event, clock.now());
        const host = say`Live with ${user.user_name || user.user_username}`;
        return { title: event.event_title, host, when: whenOf(event), seats: note ?? seats };
      });
      const key = JSON.stringify([parts, event.event_cover_image]);
      return {
        etag: strongTag(key),
        picture() {
          const known = kept.get(key);
          if (known) return known;
          const drawing = draw(parts, event.event_cover_image);
          kept.set(key, drawing);
          // What failed is tried again.
          void drawing.then((picture) => picture ?? kept.delete(key));
          return drawing;
        },
      };
    },
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}
