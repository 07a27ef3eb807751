const full = 32_768;

/** Peak level since the last call of `take`, from 0 to 1. */
export class AudioLevel {
  private loudest: number | undefined;
  private odd: number | undefined;

  /** Takes 16-bit little-endian samples, in chunks of any length. */
  onAudio(bytes: Buffer): void {
    let at = 0;
    if (this.odd !== undefined && bytes.length > 0) {
      this.add(Buffer.from([this.odd, bytes[at++]!]).readInt16LE());
      this.odd = undefined;
    }
    for (; at + 1 < bytes.length; at += 2) this.add(bytes.readInt16LE(at));
    if (at < bytes.length) this.odd = bytes[at];
  }

  /** Null when there was no sample. */
  take(): number | null {
    const { loudest } = this;
    this.loudest = undefined;
    return loudest === undefined ? null : Math.round((loudest / full) * 1000) / 1000;
  }

  private add(sample: number): void {
    this.loudest = Math.max(this.loudest ?? 0, Math.abs(sample));
  }
}
