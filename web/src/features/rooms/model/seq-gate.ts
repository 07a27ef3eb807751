/** With more updates waiting than this the gap is not waited for: the whole state is asked for again. */
const waitingMax = 1_000;

/** Follows the numbered changes of a room, and knows the last one without a gap before it (rule R10). */
export class SeqGate {
  private last: number;
  /** Updates with a gap before them: their number, and the number that they follow. */
  private readonly waiting = new Map<number, number>();

  constructor(last = 0) {
    this.last = last;
  }

  /** The highest number below which nothing is missing. */
  get lastSeq(): number {
    return this.last;
  }

  get hasGap(): boolean {
    return this.waiting.size > 0;
  }

  /** Records one update, which covers everything after `since`. Answers whether something before it is missing. */
  note(seq: number, since: number = seq - 1): boolean {
    if (seq > this.last) this.waiting.set(seq, since);
    this.close();
    if (this.waiting.size > waitingMax) this.waiting.clear();
    return this.hasGap;
  }

  /** The whole state up to this number has arrived. */
  jump(seq: number): void {
    this.last = Math.max(this.last, seq);
    this.close();
  }

  private close(): void {
    for (const [seq, since] of [...this.waiting].toSorted(([a], [b]) => a - b)) {
      if (since > this.last) return;
      this.last = Math.max(this.last, seq);
      this.waiting.delete(seq);
    }
  }
}
