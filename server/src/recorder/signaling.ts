import {
  type ParticipantInfo,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrickleRequest,
  UpdateSubscription,
  UpdateTrackSettings,
  VideoQuality,
} from '@livekit/protocol';

export interface SignalingEvents {
  onParticipants(participants: readonly ParticipantInfo[]): void;
  onOffer(sdp: string, id: number): void;
  onCandidate(candidate: string, mid: string): void;
  /** Called once: the connection is lost, or the engine has closed the room. */
  onClosed(): void;
}

const protocol = 15;
const joinsWithinMs = 5_000;
/** The engine drops a participant that is silent for 15 seconds. */
const pingEveryMs = 5_000;

/** Our side of LiveKit's signaling WebSocket, as a participant who only subscribes. */
export class Signaling {
  private readonly socket: WebSocket;
  private readonly events: SignalingEvents;
  private closed = false;
  private timer: NodeJS.Timeout;

  constructor(url: string, token: string, events: SignalingEvents) {
    this.events = events;
    const query = new URLSearchParams({
      access_token: token,
      auto_subscribe: '0',
      sdk: 'js',
      version: '2.0.0',
      protocol: String(protocol),
    });
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/$/, '')}/rtc?${query.toString()}`);
    this.socket.binaryType = 'arraybuffer';
    this.timer = setTimeout(() => this.close(), joinsWithinMs);
    this.socket.addEventListener('message', ({ data }) => this.onMessage(new Uint8Array(data as ArrayBuffer)));
    this.socket.addEventListener('error', () => this.close());
    this.socket.addEventListener('close', () => this.close());
  }

  /** `id`: of the offer. The engine uses it to notice an answer to an older offer. */
  answer(sdp: string, id: number): void {
    this.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp, id }) });
  }

  trickle(candidate: string, mid: string): void {
    const candidateInit = JSON.stringify({ candidate, sdpMid: mid, sdpMLineIndex: 0 });
    this.send({ case: 'trickle', value: new TrickleRequest({ candidateInit, target: SignalTarget.SUBSCRIBER }) });
  }

  subscribe(trackSids: string[], subscribe: boolean): void {
    this.send({ case: 'subscription', value: new UpdateSubscription({ trackSids, subscribe }) });
    if (!subscribe) return;
    const settings = new UpdateTrackSettings({ trackSids, quality: VideoQuality.HIGH });
    this.send({ case: 'trackSetting', value: settings });
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
    this.events.onClosed();
  }

  private send(message: SignalRequest['message']): void {
    if (this.socket.readyState === WebSocket.OPEN)
      this.socket.send(new Uint8Array(new SignalRequest({ message }).toBinary()));
  }

  private onMessage(bytes: Uint8Array): void {
    if (this.closed) return;
    let message: SignalResponse['message'];
    try {
      ({ message } = SignalResponse.fromBinary(bytes));
    } catch {
      return this.close();
    }
    if (message.case === 'join') {
      clearTimeout(this.timer);
      this.timer = setInterval(
        () => this.send({ case: 'ping', value: BigInt(Math.round(performance.now())) }),
        pingEveryMs,
      );
      this.events.onParticipants(message.value.otherParticipants);
    } else if (message.case === 'update') this.events.onParticipants(message.value.participants);
    else if (message.case === 'offer') this.events.onOffer(message.value.sdp, message.value.id);
    else if (message.case === 'trickle') this.onTrickle(message.value);
    else if (message.case === 'leave') this.close();
  }

  private onTrickle({ candidateInit, target }: TrickleRequest): void {
    if (target !== SignalTarget.SUBSCRIBER) return;
    try {
      const { candidate, sdpMid } = JSON.parse(candidateInit) as { candidate?: string; sdpMid?: string };
      if (candidate) this.events.onCandidate(candidate, sdpMid ?? '0');
    } catch {
      // Another candidate connects us.
    }
  }
}
