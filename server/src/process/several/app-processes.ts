import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { RtmpIngest } from '../../ports/rtmp-ingest.ts';
import type { VideoEngine } from '../../ports/video-engine.ts';
import type { Config } from '../config.ts';
import type { StartLog } from '../embedded/start-log.ts';
import { type FromAppProcess, partsNow, type ToAppProcess } from './shared-parts.ts';

export interface AppProcesses {
  /** Puts a new process in the place of each, one after the other; no request is lost. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

interface Needs {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly directUrl: string | undefined;
  readonly video: VideoEngine | undefined;
  readonly rtmp: RtmpIngest;
  readonly log: StartLog;
}

const lookEveryMs = 500;
/** Between two starts of a process that ends at once. */
const restMs = 2_000;
const stopWithinMs = 4_000;
/** A process that is replaced finishes what it has begun: payments wait for their provider. */
const renewWithinMs = 30_000;

/**
 * Starts the processes that answer calls; resolves when all do. They share the port: this process takes each
 * connection and hands it on. One that ends unasked is started again. Throws why the first start failed.
 */
export async function startAppProcesses(needs: Needs): Promise<AppProcesses> {
  const { config, log } = needs;
  const workers = new Map<number, Worker>();
  let stopping = false;
  let told = '';

  const begin = async (number: number): Promise<void> => {
    const worker = cluster.fork();
    const message: ToAppProcess = {
      is: 'begin',
      config,
      databaseUrl: needs.databaseUrl,
      directUrl: needs.directUrl,
      number,
      parts: partsNow(needs.video, needs.rtmp),
    };
    worker.send(message);
    const why = await new Promise<string | undefined>((resolve) => {
      worker.once('message', (answer: FromAppProcess) => resolve(answer.is === 'ready' ? undefined : answer.why));
      worker.once('exit', () => resolve('it ended'));
    });
    if (why !== undefined) throw new Error(why);
    workers.set(number, worker);
    worker.once('exit', () => {
      if (workers.get(number) !== worker) return;
      workers.delete(number);
      if (!stopping) void again(number);
    });
  };
  const again = async (number: number): Promise<void> => {
    log.warn(`Process ${number} of ${config.processes} ended: starting it again.`);
    while (!stopping) {
      const failed = await begin(number).then(
        () => undefined,
        (error: Error) => error,
      );
      if (!failed) return;
      log.warn(`Process ${number} could not be started: ${failed.message.split('\n')[0]}.`);
      await pause(restMs, undefined, { ref: false });
    }
  };

  for (let number = 1; number <= config.processes; number += 1) await begin(number);
  const timer = setInterval(() => {
    const parts = partsNow(needs.video, needs.rtmp);
    if (told === (told = JSON.stringify(parts))) return;
    for (const worker of workers.values())
      if (worker.isConnected()) worker.send({ is: 'parts', parts } satisfies ToAppProcess);
  }, lookEveryMs);
  timer.unref();

  return {
    async renew() {
      for (const number of Array.from(workers.keys())) {
        const old = workers.get(number);
        workers.delete(number);
        await begin(number);
        if (old) await end(old, renewWithinMs);
      }
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      await Promise.all([...workers.values()].map((worker) => end(worker, stopWithinMs)));
    },
  };
}

/** Lets a process finish what it has begun, and ends it after this time. */
async function end(worker: Worker, withinMs: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  // It is taken from those that get connections before it is told.
  worker.disconnect();
  await Promise.race([ended, pause(withinMs, undefined, { ref: false })]);
  if (!worker.isDead()) worker.process.kill('SIGKILL');
}
