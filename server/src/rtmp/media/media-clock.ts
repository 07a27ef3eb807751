const backMsMax = 1_000;
const aheadMsMax = 10_000;

/**
 * One clock for picture and sound: the encoder's timestamps from 0 on. It goes on evenly when they wrap at 2^32, jump
 * back (an encoder that began anew) or far ahead.
 */
export class MediaClock {
  private last: number | undefined;
  private lastAt = 0;
  private ms = 0;

  at(timestamp: number, now: number): number {
    if (this.last === undefined) {
      this.last = timestamp;
      this.lastAt = now;
      return 0;
    }
    // Signed: the shorter way around.
    const step = (timestamp - this.last) | 0;
    const elapsed = now - this.lastAt;
    const jumps = step < -backMsMax || step > Math.max(aheadMsMax, elapsed * 2);
    const ms = Math.max(0, this.ms + (jumps ? elapsed : step));
    this.last = timestamp;
    this.lastAt = now;
    this.ms = ms;
    return ms;
  }
}
