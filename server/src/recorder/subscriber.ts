import { PeerConnection, type Track } from 'node-datachannel';
import { narrowed, type OfferedTrack, offeredTracks } from './offered-tracks.ts';
import { isRtcp, readRtp, type RtpPacket, type SenderReport, senderReportsIn } from './rtp/packets.ts';

/** An incoming stream, with a way to send feedback to its sender. */
export interface IncomingStream extends OfferedTrack {
  /** Sends RTCP. */
  send(report: Buffer): void;
}

export interface SubscriberEvents {
  /** `offer`: the id of the offer. */
  onAnswer(sdp: string, offer: number): void;
  onCandidate(candidate: string, mid: string): void;
  onPacket(stream: IncomingStream, packet: RtpPacket): void;
  onReport(stream: IncomingStream, report: SenderReport): void;
  onFailed(): void;
}

/** A WebRTC connection that only receives, as RTP and RTCP packets. */
export class Subscriber {
  private readonly connection: PeerConnection;
  private readonly events: SubscriberEvents;
  private streams = new Map<number, OfferedTrack>();
  /** By media id; held so that they are not garbage-collected. */
  private readonly tracks = new Map<string, Track>();
  private closed = false;
  private offer = 0;

  constructor(events: SubscriberEvents) {
    this.events = events;
    // The engine's first offer has a data channel only. Without the option no media would ever arrive.
    this.connection = new PeerConnection('recorder', { iceServers: [], forceMediaTransport: true });
    this.connection.onLocalDescription(
      (sdp, type) => type === 'answer' && !this.closed && events.onAnswer(sdp, this.offer),
    );
    // The library's candidates are whole lines of SDP, which the engine cannot read.
    this.connection.onLocalCandidate((line, mid) => !this.closed && events.onCandidate(line.replace(/^a=/, ''), mid));
    this.connection.onStateChange((state) => {
      if (!this.closed && (state === 'failed' || state === 'closed')) events.onFailed();
    });
    this.connection.onTrack((track) => {
      this.tracks.set(track.mid(), track);
      track.onMessage((bytes) => this.onMessage(track, bytes));
    });
  }

  accept(offer: string, id: number): void {
    this.offer = id;
    this.streams = new Map(offeredTracks(offer).map((track) => [track.ssrc, track]));
    try {
      this.connection.setRemoteDescription(narrowed(offer), 'offer');
    } catch {
      this.events.onFailed();
    }
  }

  addCandidate(candidate: string, mid: string): void {
    try {
      this.connection.addRemoteCandidate(candidate, mid);
    } catch {
      // Another candidate connects us.
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.connection.close();
  }

  private onMessage(track: Track, bytes: Buffer): void {
    if (this.closed) return;
    if (isRtcp(bytes)) {
      for (const report of senderReportsIn(bytes)) {
        const stream = this.streamOf(track, report.ssrc);
        if (stream) this.events.onReport(stream, report);
      }
      return;
    }
    const packet = readRtp(bytes);
    const stream = packet && this.streamOf(track, packet.ssrc);
    if (stream) this.events.onPacket(stream, packet);
  }

  private streamOf(track: Track, ssrc: number): IncomingStream | undefined {
    const offered = this.streams.get(ssrc);
    return offered && { ...offered, send: (report) => void (track.isOpen() && track.sendMessageBinary(report)) };
  }
}
