/** Connections that have not shown a token yet, counted per network. */
export class UnidentifiedConnections {
  readonly #max: number;
  readonly #counts = new Map<string, number>();
  readonly #forgets = new WeakMap<object, () => void>();

  constructor(max: number) {
    this.#max = max;
  }

  isFull(network: string | undefined): boolean {
    return network !== undefined && (this.#counts.get(network) ?? 0) >= this.#max;
  }

  /** Counts one more connection. Calling the answer takes it off, once. Without a network it is not counted. */
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

  /** This connection has shown its token. */
  identify(connection: object): void {
    this.#forgets.get(connection)?.();
  }
}
