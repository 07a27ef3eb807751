export interface StreamFrame {
  /** The video message as received. */
  readonly payload: Buffer;
  readonly units: Buffer;
  readonly key: boolean;
  readonly ms: number;
  readonly compositionMs: number;
}

const msMax = 12_000;
const bytesMax = 16 * 1024 * 1024;

/**
 * The frames since the last key frame. A new connection to the engine, or a new viewer, gets them first instead of
 * waiting for the next key frame.
 */
export class FramesSinceKeyFrame {
  private frames: StreamFrame[] = [];
  private bytes = 0;

  add(frame: StreamFrame): void {
    if (frame.key) this.clear();
    else if (this.frames.length === 0) return;
    this.frames.push(frame);
    this.bytes += frame.payload.length;
    if (this.bytes > bytesMax || frame.ms - this.frames[0]!.ms > msMax) this.clear();
  }

  all(): readonly StreamFrame[] {
    return this.frames;
  }

  clear(): void {
    this.frames = [];
    this.bytes = 0;
  }
}
