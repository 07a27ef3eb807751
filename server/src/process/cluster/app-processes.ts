import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { RtmpIngest } from '../../ports/rtmp-ingest.ts';
import type { VideoEngine } from '../../ports/video-engine.ts';
import type { Config } from '../config.ts';
import type { StartLog } from '../embedded/start-log.ts';
import { keepRunning } from '../keep-running.ts';
import { answerWithClusterMetrics } from './cluster-metrics.ts';
import { type FromAppProcess, partsNow, type ToAppProcess } from './shared-parts.ts';

export interface AppProcesses {
  /** Replaces every worker, one after the other, without losing a request. Migrates the schema first. */
  renew(): Promise<void>;
  /** Kills processes that have not stopped within this time. */
  stop(withinMs: number): Promise<void>;
}

interface ClusterDeps {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Of the role that owns the schema. */
  readonly ownerUrl: string;
  readonly directUrl: string | undefined;
  readonly video: VideoEngine | undefined;
  readonly rtmp: RtmpIngest;
  readonly log: StartLog;
}

const tellEveryMs = 500;
const migrationEndsWithinMs = 3_500;
/** A process that is replaced finishes what it has begun: payments wait for their provider. */
const renewWithinMs = 30_000;

/**
 * Starts the processes that answer calls; resolves when all do. They share the port: this process takes each
 * connection and hands it on. One that ends unasked is started again. Throws why the first start failed.
 */
export async function startAppProcesses(deps: ClusterDeps): Promise<AppProcesses> {
  const slots: WorkerSlot[] = [];
  const workers = (): Worker[] => slots.map((slot) => slot.worker());
  for (let number = 1; number <= deps.config.processes; number += 1)
    slots.push(await keepProcess(deps, number, workers));
  let told = '';
  const timer = setInterval(() => {
    const parts = partsNow(deps.video, deps.rtmp);
    if (told === (told = JSON.stringify(parts))) return;
    for (const slot of slots) slot.tell({ is: 'parts', parts });
  }, tellEveryMs);
  timer.unref();

  const renewAll = async (): Promise<void> => {
    try {
      await bringSchema(deps);
      for (const slot of slots) await slot.renew();
      deps.log.info('All processes are new.');
    } catch (error) {
      deps.log.warn(`A new process could not be started, the one before goes on: ${firstLine(error as Error)}.`);
    }
  };
  let renewed = Promise.resolve();
  return {
    renew: () => (renewed = renewed.then(renewAll)),
    async stop(withinMs) {
      clearInterval(timer);
      await Promise.all(slots.map((slot) => slot.stop(withinMs)));
    },
  };
}

/** One of the workers by its number, whichever process that is at the moment. */
interface WorkerSlot {
  /** The current worker. */
  worker(): Worker;
  tell(message: ToAppProcess): void;
  /** Starts a new one and ends the one before. Throws, and leaves the one before, where that fails. */
  renew(): Promise<void>;
  stop(withinMs: number): Promise<void>;
}

async function keepProcess(deps: ClusterDeps, number: number, workers: () => readonly Worker[]): Promise<WorkerSlot> {
  const { config, log } = deps;
  let starting = begin(deps, number);
  let worker = await starting;
  answerWithClusterMetrics(worker, workers);
  const start = async (): Promise<void> => {
    starting = begin(deps, number);
    worker = await starting;
    answerWithClusterMetrics(worker, workers);
    // What changed while it started was told to the one before.
    worker.send({ is: 'parts', parts: partsNow(deps.video, deps.rtmp) } satisfies ToAppProcess);
  };
  let isRenewed = false;
  let isOver = false;
  const kept = keepRunning({
    isRunning: () => isRenewed || !worker.isDead(),
    async startAgain() {
      log.warn(`Process ${number} of ${config.processes} ended: starting it again.`);
      await start();
    },
    failed: (error) => void (isOver || log.warn(`Process ${number} could not be started: ${firstLine(error)}.`)),
  });
  return {
    worker: () => worker,
    tell: (message) => void (worker.isConnected() && worker.send(message)),
    async renew() {
      isRenewed = true;
      try {
        // It may be starting again at this moment.
        await starting.catch(() => undefined);
        const before = worker;
        await start();
        // Removed from those that get connections before it is asked to stop.
        before.disconnect();
        if (!(await end(before, renewWithinMs))) log.warn(`Process ${number} did not end in time and was killed.`);
      } finally {
        isRenewed = false;
      }
    },
    async stop(withinMs) {
      isOver = true;
      await kept.stop();
      await end(worker, withinMs);
    },
  };
}

/** A fork migrates, because this process still runs the old release. Throws why it failed. */
async function bringSchema({ config, databaseUrl, ownerUrl }: ClusterDeps): Promise<void> {
  await end(await fork({ is: 'migrate', config, databaseUrl, ownerUrl }), migrationEndsWithinMs);
}

/** Starts a process; resolves when it answers calls. Throws why it does not. */
const begin = ({ config, databaseUrl, directUrl, video, rtmp }: ClusterDeps, number: number): Promise<Worker> =>
  fork({ is: 'begin', config, databaseUrl, directUrl, number, parts: partsNow(video, rtmp) });

/** A process that has done what it was told first. Throws why it did not. */
async function fork(message: ToAppProcess): Promise<Worker> {
  const worker = cluster.fork();
  // What is sent to one that just ended is lost, as it should be.
  worker.on('error', () => undefined);
  worker.send(message);
  const why = await new Promise<string | undefined>((resolve) => {
    worker.on('message', (answer: FromAppProcess) => {
      if (answer.is === 'ready') resolve(undefined);
      else if (answer.is === 'failed') resolve(answer.why);
    });
    worker.once('exit', () => resolve('it ended'));
  });
  if (why !== undefined) throw new Error(why);
  return worker;
}

const firstLine = ({ message }: Error): string => message.split('\n')[0]!;

/** Lets a process finish what it has begun, and kills it after this time. Resolves to whether it ended before that. */
async function end(worker: Worker, withinMs: number): Promise<boolean> {
  if (worker.isDead()) return true;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  if (worker.isConnected()) worker.send({ is: 'end' } satisfies ToAppProcess);
  await Promise.race([ended, pause(withinMs, undefined, { ref: false })]);
  if (worker.isDead()) return true;
  worker.process.kill('SIGKILL');
  return false;
}
