import { annexB } from '../h264/annex-b.ts';
import { type AvcConfig, readAvcConfig } from '../h264/avc-config.ts';
import { FramesSinceKeyFrame, type StreamFrame } from './frames-since-key-frame.ts';

/** Sends frames with rising timestamps, and resends those since the last key frame to a new engine connection. */
export class VideoSender {
  readonly sinceKeyFrame = new FramesSinceKeyFrame();
  /** Timestamp of the last frame sent. */
  ms = -1;
  private config: AvcConfig | undefined;
  private readonly send: (frame: Buffer, ms: number) => void;

  constructor(send: (frame: Buffer, ms: number) => void) {
    this.send = send;
  }

  describe(avcC: Buffer): void {
    this.config = readAvcConfig(avcC);
    this.sinceKeyFrame.clear();
  }

  sendFrame(frame: StreamFrame): void {
    if (this.config === undefined) return;
    this.ms = Math.max(this.ms + 1, frame.ms);
    const sent = { ...frame, ms: this.ms };
    this.sinceKeyFrame.add(sent);
    this.send(annexB(frame.units, this.config, frame.key), this.ms);
  }

  /** Uses new timestamps, because receivers discard frames from the past. */
  resendSinceKeyFrame(): void {
    if (this.config === undefined) return;
    for (const { units, key } of this.sinceKeyFrame.all()) {
      this.ms += 1;
      this.send(annexB(units, this.config, key), this.ms);
    }
  }
}
