/** Connections on which nobody has said who they are yet, counted per network. */
export class Strangers {
  readonly #max: number;
  readonly #counts = new Map<string, number>();
  readonly #forgets = new WeakMap<object, () => void>();

  constructor(max: number) {
    this.#max = max;
  }

  areMany(network: string | undefined): boolean {
    return network !== undefined && (this.#counts.get(network) ?? 0) >= this.#max;
  }

  /** One more; the answer takes it off again, once. Without a network it is not counted. */
  add(network: string | undefined, connection: object): () => void {
    if (network === undefined) return () => undefined;
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
    const forget = (): void => {
      if (!this.#forgets.delete(connection)) return;
      const left = (this.#counts.get(network) ?? 0) - 1;
      if (left > 0) this.#counts.set(network, left);
      else this.#counts.delete(network);
    };
    this.#forgets.set(connection, forget);
    return forget;
  }

  /** This one said who it is. */
  greet(connection: object): void {
    this.#forgets.get(connection)?.();
  }
}
