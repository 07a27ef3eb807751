import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:cluster';
import client from 'prom-client';
import type { Metrics } from '../../http/health/health.ts';
import type { FromAppProcess, NumbersOfProcess, ToAppProcess } from './shared-parts.ts';

const answerWithinMs = 3_000;

/**
 * The numbers of one of several processes. Whoever scrapes reaches any of them, so that each asks the first process
 * for the numbers of all, which are added up.
 */
export class MetricsOfProcess implements Metrics {
  readonly registry = new client.Registry();
  private readonly waiting = new Map<number, (text: string) => void>();
  private asked = 0;
  private readonly tell: (message: FromAppProcess) => void;

  constructor(tell: (message: FromAppProcess) => void) {
    this.tell = tell;
  }

  /** Throws where the first process does not answer in time. */
  async all(): Promise<string> {
    const id = (this.asked += 1);
    const answer = new Promise<string>((resolve) => this.waiting.set(id, resolve));
    this.tell({ is: 'allNumbersWanted', id });
    const text = await Promise.race([answer, pause(2 * answerWithinMs, undefined, { ref: false })]);
    this.waiting.delete(id);
    if (text === undefined) throw new Error('The first process did not answer with the numbers of all.');
    return text;
  }

  hear(message: Extract<ToAppProcess, { is: 'numbersWanted' | 'allNumbers' }>): void {
    if (message.is === 'allNumbers') this.waiting.get(message.id)?.(message.text);
    else
      void this.registry.getMetricsAsJSON().then(
        (numbers) => this.tell({ is: 'numbers', id: message.id, numbers }),
        // Without those of this process the others are there still.
        () => this.tell({ is: 'numbers', id: message.id, numbers: [] }),
      );
  }
}

let questions = 0;

/** Answers a process that wants the numbers of all, for as long as it lives. */
export function answerWithAllNumbers(worker: Worker, all: () => readonly Worker[]): void {
  worker.on('message', (message: FromAppProcess) => {
    if (message.is !== 'allNumbersWanted') return;
    const { id } = message;
    void numbersOfAll(all()).then(
      (text) => worker.isConnected() && worker.send({ is: 'allNumbers', id, text } satisfies ToAppProcess),
    );
  });
}

/** The sum over these processes, as Prometheus reads it; one that ends or does not answer is left out. */
async function numbersOfAll(workers: readonly Worker[]): Promise<string> {
  const numbers = await Promise.all(workers.map(numbersOf));
  return client.AggregatorRegistry.aggregate(numbers.filter((one) => one !== undefined)).metrics();
}

async function numbersOf(worker: Worker): Promise<NumbersOfProcess | undefined> {
  if (!worker.isConnected()) return undefined;
  const id = (questions += 1);
  let heard: (message: FromAppProcess) => void = () => undefined;
  const answer = new Promise<NumbersOfProcess | undefined>((resolve) => {
    heard = (message) => message.is === 'numbers' && message.id === id && resolve(message.numbers);
    worker.on('message', heard);
  });
  worker.send({ is: 'numbersWanted', id } satisfies ToAppProcess);
  const numbers = await Promise.race([answer, pause(answerWithinMs, undefined, { ref: false })]);
  worker.off('message', heard);
  return numbers;
}
