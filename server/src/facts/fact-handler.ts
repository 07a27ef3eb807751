export interface RecordedFact {
  readonly id: number;
  readonly dedupeKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Reacts to a fact. Runs at least once per fact, in any process, so it must be safe to run again. */
export interface FactHandler {
  readonly topic: string;
  readonly name: string;
  /**
   * The outside party it calls. Such facts have a queue of their own, so that a party that hangs delays no other
   * fact. All handlers of a topic say the same. All payment providers share one queue: when one hangs, refunds at
   * the other wait.
   */
  readonly waitsFor?: 'mail' | 'payments';
  /** A fact whose handlers all say so is handled after all others of its queue. */
  readonly lowPriority?: true;
  handle(fact: RecordedFact): Promise<void>;
}
