import { type FrameReader, type Frame, frameReader, type TrackFormat } from './rtp/frames.ts';
import { missing, pictureLoss, reception, type RtpPacket, type SenderReport } from './rtp/packets.ts';
import { PacketOrder } from './rtp/packet-order.ts';
import { OpusTimeline, type PlacedSound } from './rtp/opus-timeline.ts';
import { type SenderClock, TrackClock } from './rtp/track-clock.ts';
import type { IncomingStream } from './subscriber.ts';
import type { TrackFile } from './track-file.ts';

const keyFrameAgainMs = 500;
const reportEveryMs = 1_000;
/** A file that waits this long for a key frame ends, so that memory stays bounded. */
const waitingBytesMax = 32 * 1024 * 1024;
/** A player reads the whole index of a file, so a file has a maximum length. */
const fileMsMax = 4 * 60 * 60 * 1000;
const rates: Readonly<Record<TrackFormat['codec'], number>> = { opus: 48_000, avc: 90_000, vp8: 90_000 };

export interface TrackRecorderParts {
  readonly sender: SenderClock;
  /**
   * Players seek to key frames, and a crash loses at most what came after the last one. Encoders that ignore the
   * request make longer pieces.
   */
  readonly keyFrameEveryMs: () => number;
  /** Whether the track is kept as files. */
  readonly keeps: () => boolean;
  /** Every frame that can be decoded, and every packet of sound, whether or not the track is kept. */
  readonly onVideo: (frame: Frame, ms: number) => void;
  readonly onSound: (sound: PlacedSound) => void;
  readonly begin: (format: TrackFormat, beganAt: number) => TrackFile;
  readonly finished: (file: TrackFile) => void;
}

/** Records one track of a participant. A new file begins after a pause or when the video's format changes. */
export class TrackRecorder {
  private readonly parts: TrackRecorderParts;
  private stream: IncomingStream | undefined;
  private codec: TrackFormat['codec'] | undefined;
  private reader: FrameReader | undefined;
  private order: PacketOrder | undefined;
  private clock: TrackClock | undefined;
  private file: TrackFile | undefined;
  private readonly timeline = new OpusTimeline();
  private keyFrameAt = Number.NEGATIVE_INFINITY;
  private askedAt = Number.NEGATIVE_INFINITY;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private lastReport: { readonly ntpMiddle: number; readonly at: number } | undefined;
  private now = 0;

  constructor(parts: TrackRecorderParts) {
    this.parts = parts;
  }

  onPacket(stream: IncomingStream, packet: RtpPacket, now: number): void {
    this.now = now;
    const codec = stream.codecs.get(packet.payloadType);
    if (codec === undefined) return;
    if (codec !== this.codec || stream.ssrc !== this.stream?.ssrc) this.startStream(codec);
    this.stream = stream;
    if (packet.payload.length > 0) this.clock?.onArrival(packet.timestamp, now);
    this.order?.add(packet, now);
  }

  onReport(stream: IncomingStream, report: SenderReport, now: number): void {
    if (stream.ssrc !== this.stream?.ssrc) return;
    this.lastReport = { ntpMiddle: report.ntpMiddle, at: now };
    this.clock?.onReport(report, now);
  }

  /** Requests lost packets and key frames, and sends reports. Called more often than the shortest wait. */
  tick(now: number): void {
    const { stream, order } = this;
    if (!stream || !order) return;
    this.now = now;
    const asked = order.ask(now);
    if (asked.length > 0) stream.send(missing(stream.ssrc, asked));
    if (this.codec !== 'opus' && now - Math.max(this.keyFrameAt, this.askedAt) >= this.parts.keyFrameEveryMs())
      this.askForKeyFrame(now);
    if (now - this.reportedAt < reportEveryMs) return;
    this.reportedAt = now;
    const { lastReport } = this;
    stream.send(
      reception({
        ssrc: stream.ssrc,
        highest: order.highest,
        lost: order.lost,
        lastReport: lastReport && { ntpMiddle: lastReport.ntpMiddle, agoMs: now - lastReport.at },
      }),
    );
  }

  /** Ends this file if it is being written; the next key frame begins another one. */
  endFile(id: string): void {
    if (this.file?.id === id) this.end();
  }

  /** Ends the file: the track is muted, gone, or no longer recorded. */
  end(): void {
    this.timeline.restart();
    this.endKept();
  }

  private endKept(): void {
    const { file } = this;
    this.file = undefined;
    if (file) this.parts.finished(file);
  }

  private startStream(codec: TrackFormat['codec']): void {
    this.end();
    this.codec = codec;
    this.reader = frameReader(codec);
    this.clock = new TrackClock(rates[codec], this.parts.sender);
    this.order = new PacketOrder((packet, afterLoss) => this.onOrdered(packet, afterLoss));
    this.keyFrameAt = Number.NEGATIVE_INFINITY;
    this.askedAt = Number.NEGATIVE_INFINITY;
    this.needsKeyFrame = true;
  }

  /** Frames after a loss cannot be decoded before the next key frame. */
  private needsKeyFrame = true;

  private onOrdered(packet: RtpPacket, afterLoss: boolean): void {
    if (afterLoss && this.codec !== 'opus') {
      this.needsKeyFrame = true;
      if (this.now - this.askedAt >= keyFrameAgainMs) this.askForKeyFrame(this.now);
    }
    const frame = this.reader?.read(packet, afterLoss);
    if (frame === undefined) return;
    if (this.codec === 'opus') this.onAudio(frame);
    else this.onVideo(frame);
  }

  private askForKeyFrame(now: number): void {
    this.askedAt = now;
    if (this.stream) this.stream.send(pictureLoss(this.stream.ssrc));
  }

  private onVideo(frame: Frame): void {
    const { clock } = this;
    if (!clock) return;
    const at = clock.msOf(clock.unwrap(frame.timestamp));
    if (frame.key) {
      this.keyFrameAt = this.now;
      this.needsKeyFrame = false;
    }
    if (this.needsKeyFrame) return;
    this.parts.onVideo(frame, at);
    if (!this.parts.keeps()) return this.endKept();
    if (frame.key) this.atKeyFrame(frame.format!, at);
    if (!this.file) return;
    this.file.add(frame.bytes, frame.key, at - this.file.beganAt);
    if (this.file.waitingBytes > waitingBytesMax) this.end();
  }

  private atKeyFrame(format: TrackFormat, at: number): void {
    const { file } = this;
    if (file && (!continues(file.format, format) || at - file.beganAt > fileMsMax)) this.end();
    this.file ??= this.parts.begin(format, at);
  }

  private onAudio(frame: Frame): void {
    const { clock } = this;
    if (!clock) return;
    const timestamp = clock.unwrap(frame.timestamp);
    const at = clock.msOf(timestamp);
    if (this.timeline.isInterrupted(timestamp)) this.end();
    if (this.file && at - this.file.beganAt > fileMsMax) this.end();
    for (const sound of this.timeline.place(frame.bytes, timestamp, at)) {
      this.parts.onSound(sound);
      if (this.parts.keeps()) this.keepSound(sound);
      else this.endKept();
    }
  }

  private keepSound({ bytes, ms }: PlacedSound): void {
    this.file ??= this.parts.begin({ codec: 'opus' }, ms);
    this.file.add(bytes, true, ms - this.file.beganAt);
  }
}

/** VP8 carries its size in every key frame; the head of an H.264 file holds what decodes all of it. */
export function continues(before: TrackFormat, after: TrackFormat): boolean {
  if (before.codec === 'avc' && after.codec === 'avc') return before.avcC.equals(after.avcC);
  return before.codec === after.codec;
}
