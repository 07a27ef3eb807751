import { diskOf, freeBytesMin } from '../files/receive-file.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import client from 'prom-client';
import type { Logger } from '../../ports/log.ts';
import type { PartState } from '../../ports/part-state.ts';
import type { Storage } from '../../ports/storage.ts';

/** The data folder is nearly full below this: a few more large uploads, and none is taken. */
export const nearlyFullBytes = 2 * freeBytesMin;
/** Somebody who asks for readiness does not wait longer for a bucket that is silent. */
const waitMs = 500;
const lookEveryMs = seconds(30);

interface StorageHealthParts {
  readonly storage: Pick<Storage, 'check'>;
  readonly log: Logger;
  /** The data folder: uploads pass through it, wherever they are stored. */
  readonly home: string;
  readonly disk?: typeof diskOf;
}

export interface StorageHealth {
  state(): Promise<PartState>;
  /** A process whose storage never answered is not given any visitors. */
  readonly wasReady: () => boolean;
  stop(): void;
}

/** Watches the storage and the data folder: a line in the log with the cause when either changes, and numbers. */
export function watchStorage(
  { storage, log, home, disk = diskOf }: StorageHealthParts,
  registry: client.Registry,
): StorageHealth {
  let known: PartState = 'preparing';
  let why: string | undefined;
  let isReady = false;
  let isLow = false;
  let free = 0;

  const lookAtStorage = async (): Promise<void> => {
    const found = await storage.check();
    if (found.state === 'ready') {
      if (why !== undefined) log.info({}, 'storage answers again');
      why = undefined;
      isReady = true;
    } else if (found.why !== why) {
      log.error({ error: found.why }, 'storage does not answer: pictures and uploads fail');
      why = found.why ?? '';
    }
    known = found.state;
  };
  const lookAtDisk = async (): Promise<void> => {
    const found = await disk(home).catch(() => undefined);
    if (!found) return;
    free = found.free;
    size.set(found.size);
    const low = free < nearlyFullBytes;
    if (low && !isLow) log.error({ free, folder: home }, 'the data folder is nearly full: uploads will be refused');
    if (!low && isLow) log.info({ free, folder: home }, 'the data folder has room again');
    isLow = low;
  };
  const look = async (): Promise<void> => void (await Promise.all([lookAtStorage(), lookAtDisk()]));

  const gauge = (name: string, help: string, aggregator: 'min' | 'first', collect?: () => number) =>
    new client.Gauge({
      name,
      help,
      registers: [registry],
      aggregator,
      ...(collect && {
        collect() {
          this.set(collect());
        },
      }),
    });
  const size = gauge('data_folder_bytes', 'Size of the disk that the data folder is on', 'first');
  gauge('data_folder_free_bytes', 'Free bytes of the disk that the data folder is on', 'min', () => free);
  gauge('storage_ready', 'Whether files can be stored and read: 1 or 0', 'min', () => (known === 'ready' ? 1 : 0));

  const looking = setInterval(() => void look(), lookEveryMs).unref();
  void look();
  return {
    async state() {
      const looked = look();
      const answered = await Promise.race([looked.then(() => true), pause(waitMs, false)]);
      // A bucket that is silent has not failed yet, and is of no use.
      if (!answered) return known === 'preparing' ? 'preparing' : 'down';
      return isLow ? 'down' : known;
    },
    wasReady: () => isReady,
    stop: () => clearInterval(looking),
  };
}
