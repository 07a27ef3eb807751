export interface RecordedFact {
  readonly id: number;
  readonly dedupeKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Most urgent first: what somebody waits for at the screen, what somebody bought, what merely informs. */
export const priorities = ['urgent', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

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
  /** Order within the queue; `urgent` where nothing is said. */
  readonly priority?: Priority;
  handle(fact: RecordedFact): Promise<void>;
}
