interface Reading<T> {
  readonly running: Promise<T>;
  next: Promise<T> | undefined;
}

/**
 * One read for everybody who asks at the same time. Whoever asks while a read runs gets the following one, which begins
 * after they asked, so that each sees at least what was committed before.
 */
export class SharedReads<T> {
  readonly #readings = new Map<string, Reading<T>>();
  readonly #read: (key: string) => Promise<T>;

  constructor(read: (key: string) => Promise<T>) {
    this.#read = read;
  }

  get(key: string): Promise<T> {
    const reading = this.#readings.get(key);
    if (!reading) return this.#begin(key);
    reading.next ??= reading.running.then(
      () => this.#begin(key),
      () => this.#begin(key),
    );
    return reading.next;
  }

  #begin(key: string): Promise<T> {
    const reading: Reading<T> = { running: this.#read(key), next: undefined };
    this.#readings.set(key, reading);
    const over = (): void => {
      if (this.#readings.get(key) === reading && !reading.next) this.#readings.delete(key);
    };
    reading.running.then(over, over);
    return reading.running;
  }
}
