const full = 32_768;

/** The loudest sample since it was last asked for, from 0 to 1. */
export class SoundLevel {
  private loudest: number | undefined;
  private odd: number | undefined;

  /** Samples of 16 bits, little end first. */
  hear(bytes: Buffer): void {
    let at = 0;
    if (this.odd !== undefined && bytes.length > 0) {
      this.add(Buffer.from([this.odd, bytes[at++]!]).readInt16LE());
      this.odd = undefined;
    }
    for (; at + 1 < bytes.length; at += 2) this.add(bytes.readInt16LE(at));
    if (at < bytes.length) this.odd = bytes[at];
  }

  /** Null where nothing was heard. */
  take(): number | null {
    const { loudest } = this;
    this.loudest = undefined;
    return loudest === undefined ? null : Math.round((loudest / full) * 1000) / 1000;
  }

  private add(sample: number): void {
    this.loudest = Math.max(this.loudest ?? 0, Math.abs(sample));
  }
}
