import { randomInt } from 'node:crypto';
import {
  Audio,
  H264RtpPacketizer,
  PacingHandler,
  PeerConnection,
  RtcpNackResponder,
  RtcpSrReporter,
  RtpPacketizationConfig,
  type Track,
  Video,
} from 'node-datachannel';
import { OpusPacketizer } from './opus-packetizer.ts';
import { Vp8Packetizer } from './vp8-packetizer.ts';

const videoType = 96;
const audioType = 111;
const videoClock = 90;
const gatherWithinMs = 2_000;
const openWithinMs = 5_000;
/** Video packets kept for retransmission. */
const packetsKept = 1024;
const packetBytes = 1200;
/** After a longer pause the next frame may belong to another moment, so audio is reported as it arrives. */
const videoPauseMsMax = 2_000;
/** A key frame is many packets; sent in one burst, sockets on the way drop some. */
const packetsPerMs = 8;
const pacedBitsPerSecond = packetsPerMs * packetBytes * 8 * 1000;
const stream = 'feed';
const payloadFeedback = 206;
const pictureLoss = 1;
const fullIntraRequest = 4;

/** One send-only WebRTC connection to the video engine, with a video and an audio track. */
export class WebRtcSender {
  /** When the engine last sent an RTCP report; a dead engine is detected by its silence. */
  lastReportAt = performance.now();
  /** A viewer on the engine needs a key frame. */
  onKeyFrameRequested: () => void = () => undefined;
  private readonly connection = new PeerConnection('ingest', { iceServers: [] });
  private readonly pictures: RtpPacketizationConfig;
  private readonly video: Track;
  private readonly audio: Track;
  private readonly opus: OpusPacketizer;
  private lastFrame: { readonly ms: number; readonly sentAt: number } | undefined;
  private closed = false;
  private giveUp: () => void = () => undefined;
  /** H.264 is cut into packets by the library, which cannot do that with VP8. */
  private readonly vp8: Vp8Packetizer | undefined;

  constructor(codec: 'h264' | 'vp8' = 'h264') {
    const ssrc = randomInt(1, 2 ** 31);
    const video = new Video('0', 'SendOnly');
    if (codec === 'vp8') video.addVP8Codec(videoType);
    else video.addH264Codec(videoType, 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1');
    video.addSSRC(ssrc, stream, stream, 'picture');
    this.video = this.connection.addTrack(video);
    this.pictures = new RtpPacketizationConfig(ssrc, stream, videoType, videoClock * 1000);
    this.vp8 = codec === 'vp8' ? new Vp8Packetizer(ssrc, videoType, packetBytes) : undefined;
    const reporter = new RtcpSrReporter(this.pictures);
    const first = this.vp8 ? reporter : new H264RtpPacketizer('LongStartSequence', this.pictures, packetBytes);
    if (first !== reporter) first.addToChain(reporter);
    first.addToChain(new RtcpNackResponder(packetsKept));
    first.addToChain(new PacingHandler(pacedBitsPerSecond, 1));
    this.video.setMediaHandler(first);
    const audio = new Audio('1', 'SendOnly');
    audio.addOpusCodec(audioType, 'minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1');
    audio.addSSRC(ssrc + 1, stream, stream, 'sound');
    this.audio = this.connection.addTrack(audio);
    this.opus = new OpusPacketizer(ssrc + 1, audioType, stream);
    this.audio.onMessage(() => (this.lastReportAt = performance.now()));
    this.video.onMessage((reports) => {
      this.lastReportAt = performance.now();
      if (requestsKeyFrame(reports)) this.onKeyFrameRequested();
    });
  }

  /** The SDP offer with all candidates, because the app does not accept trickled ones here. */
  async offer(): Promise<string> {
    await eventually(gatherWithinMs, (done) => {
      this.connection.onGatheringStateChange((state) => state === 'complete' && done());
      this.connection.setLocalDescription('offer');
      if (this.connection.gatheringState() === 'complete') done();
    });
    return this.connection.localDescription()?.sdp ?? '';
  }

  /** Applies the answer; resolves when media can be sent. */
  async accept(answer: string): Promise<void> {
    await eventually(openWithinMs, (done, fail) => {
      this.giveUp = fail;
      this.video.onOpen(done);
      this.connection.onStateChange((state) => state === 'failed' && fail());
      // Remote candidates are ignored until the remote description is set.
      this.connection.setRemoteDescription(withoutCandidates(answer), 'answer');
      for (const [candidate, mid] of candidatesOf(answer)) this.connection.addRemoteCandidate(candidate, mid);
      if (this.video.isOpen()) done();
    });
    this.lastReportAt = performance.now();
  }

  sendVideo(frame: Buffer, ms: number): void {
    if (this.closed || !this.video.isOpen()) return;
    const timestamp = Math.round(ms * videoClock) >>> 0;
    this.pictures.timestamp = timestamp;
    this.lastFrame = { ms, sentAt: performance.now() };
    for (const message of this.vp8?.packetize(frame, timestamp) ?? [frame]) this.video.sendMessageBinary(message);
  }

  /** `arrivedAt`: when the audio of this timestamp arrived from the encoder (`performance.now()`). */
  sendAudio(opus: Buffer, ms: number, arrivedAt: number): void {
    if (this.closed || !this.audio.isOpen()) return;
    for (const packet of this.opus.packetize(opus, ms, this.momentOf(ms, arrivedAt)))
      this.audio.sendMessageBinary(packet);
  }

  /**
   * The moment (`performance.now()`) that an audio report names. Video reports name the moment at which a frame was
   * sent (RFC 3550, 6.4.1), so audio with the same timestamp gets that moment, even when one track was transcoded or
   * the encoder sends its tracks apart: receivers play together what has one moment.
   */
  private momentOf(ms: number, arrivedAt: number): number {
    const last = this.lastFrame;
    if (last === undefined || performance.now() - last.sentAt > videoPauseMsMax) return arrivedAt;
    return last.sentAt + ms - last.ms;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.giveUp();
    this.connection.close();
  }
}

/** Whether a picture loss indication or a full intra request (RFC 4585, 5104) is among the reports. */
function requestsKeyFrame(reports: Buffer): boolean {
  for (let at = 0; at + 4 <= reports.length; at += (reports.readUInt16BE(at + 2) + 1) * 4) {
    const form = reports[at]! & 0x1f;
    if (reports[at + 1] === payloadFeedback && (form === pictureLoss || form === fullIntraRequest)) return true;
  }
  return false;
}

function eventually(withinMs: number, start: (done: () => void, fail: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('the video engine cannot be reached'));
    const timer = setTimeout(fail, withinMs);
    start(() => {
      clearTimeout(timer);
      resolve();
    }, fail);
  });
}

const isCandidate = (line: string): boolean => line.startsWith('a=candidate:');

const withoutCandidates = (sdp: string): string =>
  sdp
    .split(/(?<=\n)/)
    .filter((line) => !isCandidate(line))
    .join('');

/** The candidates of a description with their media id. All media share one transport, so each id is `0`. */
function candidatesOf(sdp: string): (readonly [string, string])[] {
  const candidates = sdp.split(/\r?\n/).filter(isCandidate);
  return [...new Set(candidates)].map((line) => [line.slice(2), '0']);
}
