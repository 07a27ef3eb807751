export interface Picture {
  /** The video message as it came. */
  readonly payload: Buffer;
  readonly units: Buffer;
  readonly key: boolean;
  readonly ms: number;
  readonly compositionMs: number;
}

const msMax = 12_000;
const bytesMax = 16 * 1024 * 1024;

/**
 * The pictures since the last key frame: who begins to look now (the engine's connection just opened, or is a new one)
 * gets them first instead of waiting for the next key frame.
 */
export class LastPictures {
  private pictures: Picture[] = [];
  private bytes = 0;

  add(picture: Picture): void {
    if (picture.key) this.clear();
    else if (this.pictures.length === 0) return;
    this.pictures.push(picture);
    this.bytes += picture.payload.length;
    if (this.bytes > bytesMax || picture.ms - this.pictures[0]!.ms > msMax) this.clear();
  }

  all(): readonly Picture[] {
    return this.pictures;
  }

  clear(): void {
    this.pictures = [];
    this.bytes = 0;
  }
}
