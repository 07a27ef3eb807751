import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:cluster';
import client from 'prom-client';
import type { Metrics } from '../../http/health/health.ts';
import type { FromAppProcess, NumbersOfProcess, ToAppProcess } from './shared-parts.ts';

const answerWithinMs = 3_000;

/**
 * Metrics of one process of a cluster. A scraper reaches any of them, so each asks the primary process for the sum over
 * all processes.
 */
export class WorkerMetrics implements Metrics {
  readonly registry = new client.Registry();
  private readonly waiting = new Map<number, (text: string | null) => void>();
  private asked = 0;
  private readonly tell: (message: FromAppProcess) => void;

  constructor(tell: (message: FromAppProcess) => void) {
    this.tell = tell;
  }

  /** Throws when a process does not answer in time, because a sum without it would look like a restarted counter. */
  async all(): Promise<string> {
    const id = (this.asked += 1);
    const answer = new Promise<string | null>((resolve) => this.waiting.set(id, resolve));
    this.tell({ is: 'allNumbersWanted', id });
    const text = await Promise.race([answer, pause(2 * answerWithinMs, undefined, { ref: false })]);
    this.waiting.delete(id);
    if (typeof text !== 'string') throw new Error('Not every process told its numbers.');
    return text;
  }

  onMessage(message: Extract<ToAppProcess, { is: 'numbersWanted' | 'allNumbers' }>): void {
    if (message.is === 'allNumbers') this.waiting.get(message.id)?.(message.text);
    else
      void this.registry.getMetricsAsJSON().then(
        (numbers) => this.tell({ is: 'numbers', id: message.id, numbers: numbers.map(worstOf) }),
        () => this.tell({ is: 'numbers', id: message.id, numbers: null }),
      );
  }
}

/** For the event loop's lag, the slowest process counts, not the average. */
const worstOf = (metric: client.MetricObjectWithValues<client.MetricValue<string>>) =>
  metric.name.startsWith('nodejs_eventloop_lag') ? { ...metric, aggregator: 'max' as const } : metric;

let questions = 0;

/** Answers a worker's requests for the metrics of all workers, for as long as it lives. */
export function answerWithClusterMetrics(worker: Worker, all: () => readonly Worker[]): void {
  worker.on('message', (message: FromAppProcess) => {
    if (message.is !== 'allNumbersWanted') return;
    const { id } = message;
    const numbers = numbersOfAll(all()).catch(() => null);
    void numbers.then(
      (text) => worker.isConnected() && worker.send({ is: 'allNumbers', id, text } satisfies ToAppProcess),
    );
  });
}

/** The sum over these processes as Prometheus text. Throws when a running one does not answer. */
async function numbersOfAll(workers: readonly Worker[]): Promise<string> {
  const running = workers.filter((worker) => worker.isConnected());
  const numbers = await Promise.all(running.map(numbersOf));
  return client.AggregatorRegistry.aggregate(numbers).metrics();
}

async function numbersOf(worker: Worker): Promise<NonNullable<NumbersOfProcess>> {
  const id = (questions += 1);
  let heard: (message: FromAppProcess) => void = () => undefined;
  const answer = new Promise<NumbersOfProcess>((resolve) => {
    heard = (message) => message.is === 'numbers' && message.id === id && resolve(message.numbers);
    worker.on('message', heard);
  });
  worker.send({ is: 'numbersWanted', id } satisfies ToAppProcess);
  const numbers = await Promise.race([answer, pause(answerWithinMs, undefined, { ref: false })]);
  worker.off('message', heard);
  if (!numbers) throw new Error('A process did not tell its numbers.');
  return numbers;
}
