import { messageType, type RtmpMessage } from '../protocol/chunks.ts';
import { Recorder } from '../recording/recorder.ts';
import type { RecordingSegment, StoreResult } from '../webrtc/app-client.ts';
import { AudioPipeline } from './audio-pipeline.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import { HealthMeter } from './health.ts';
import { VideoPipeline } from './video-pipeline.ts';
import { TrackClocks } from './track-clocks.ts';

export interface MediaPipelineParts {
  readonly ffmpeg: Ffmpeg;
  readonly mayTranscode: () => boolean;
  readonly sendVideo: (frame: Buffer, ms: number) => void;
  readonly sendAudio: (opus: Buffer, ms: number, at: number) => void;
  /** Stores a segment of the recording. */
  readonly storeSegment: (segment: RecordingSegment) => Promise<StoreResult>;
  /** Ends a stream that we do not support; the sentence says why. */
  readonly refuse: (sentence: string) => void;
}

/** Carries one encoder's messages to the video engine and to the recording. */
export class MediaPipeline {
  readonly meter = new HealthMeter();
  readonly video: VideoPipeline;
  readonly audio: AudioPipeline;
  readonly recorder: Recorder;
  private readonly clocks = new TrackClocks();

  constructor({ ffmpeg, mayTranscode, sendVideo, sendAudio, storeSegment, refuse }: MediaPipelineParts) {
    const { meter } = this;
    this.recorder = new Recorder(storeSegment);
    this.video = new VideoPipeline({
      ffmpeg,
      recorder: this.recorder,
      meter,
      mayTranscode,
      send: sendVideo,
      refuse,
    });
    this.audio = new AudioPipeline({ ffmpeg, recorder: this.recorder, meter, send: sendAudio });
  }

  onMessage({ type, timestamp, payload }: RtmpMessage, now: number): void {
    if (type === messageType.video) this.video.onMessage(payload, this.clocks.at('video', timestamp, now), now);
    else this.audio.onMessage(payload, this.clocks.at('audio', timestamp, now), now);
  }

  /** Ends the recording; resolves once the app has everything. */
  close(): Promise<void> {
    this.video.close();
    this.audio.close();
    return this.recorder.close();
  }
}
