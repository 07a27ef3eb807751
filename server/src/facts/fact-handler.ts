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
   * Who outside may keep it waiting: its facts stand in a line of their own, and nobody else waits with them. The same
   * for all of a topic. Those of all payment providers share one: where one of them hangs, refunds of the other wait behind it.
   */
  readonly waitsFor?: 'mail' | 'payments';
  /** Facts that only such handlers wait for go behind all others of their line. */
  readonly patient?: true;
  handle(fact: RecordedFact): Promise<void>;
}
