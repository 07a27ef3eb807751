import { messageType } from '../protocol/message-types.ts';
import type { RtmpMessage } from '../protocol/chunk-reader.ts';
import type { Kept } from '../recording/piece-queue.ts';
import { Recorder } from '../recording/recorder.ts';
import type { KeptPiece } from '../whip/door.ts';
import { AudioPipeline } from './audio-pipeline.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import { HealthMeter } from './health.ts';
import { PicturePath } from './picture-path.ts';
import { TrackClocks } from './track-clocks.ts';

export interface MediaPipelineParts {
  readonly ffmpeg: Ffmpeg;
  readonly mayReencode: () => boolean;
  readonly sendPicture: (frame: Buffer, ms: number) => void;
  readonly sendSound: (opus: Buffer, ms: number, at: number) => void;
  /** Hands over a segment of the recording. */
  readonly keep: (piece: KeptPiece) => Promise<Kept>;
  /** The encoder sends what we do not carry. */
  readonly refuse: (sentence: string) => void;
}

/** What one encoder sends, from its messages to the engine and to the recording. */
export class MediaPipeline {
  readonly meter = new HealthMeter();
  readonly pictures: PicturePath;
  readonly audio: AudioPipeline;
  readonly recorder: Recorder;
  private readonly clocks = new TrackClocks();

  constructor({ ffmpeg, mayReencode, sendPicture, sendSound, keep, refuse }: MediaPipelineParts) {
    const { meter } = this;
    this.recorder = new Recorder(keep);
    this.pictures = new PicturePath({ ffmpeg, recorder: this.recorder, meter, mayReencode, send: sendPicture, refuse });
    this.audio = new AudioPipeline({ ffmpeg, recorder: this.recorder, meter, send: sendSound });
  }

  take({ type, timestamp, payload }: RtmpMessage, now: number): void {
    if (type === messageType.video) this.pictures.video(payload, this.clocks.at('video', timestamp, now), now);
    else this.audio.audio(payload, this.clocks.at('audio', timestamp, now), now);
  }

  /** Ends the recording; resolves when everything is with the app. */
  close(): Promise<void> {
    this.pictures.close();
    this.audio.close();
    return this.recorder.close();
  }
}
