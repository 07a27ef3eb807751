import { type ParticipantInfo, ParticipantInfo_State, type TrackInfo, TrackSource, TrackType } from '@livekit/protocol';
import { SegmentQueue } from '../rtmp/recording/segment-queue.ts';
import { LiveStream } from './live-stream.ts';
import type { RecorderClient, RoomOrder, TrackKind, TrackPiece } from './recorder-client.ts';
import { SenderClock } from './rtp/track-clock.ts';
import { Signaling } from './signaling.ts';
import { Subscriber } from './subscriber.ts';
import { StreamFile } from './stream-file.ts';
import { type FilePiece, TrackFile } from './track-file.ts';
import { TrackRecorder } from './track-recorder.ts';

const tickEveryMs = 10;
const rejoinAfterMs = 500;
const keyFrameEveryMs = 1_500;
/** Viewers by HLS load a file for every key frame, so there are fewer of them. */
const streamKeyFrameEveryMs = 2_000;
/** Tracks recorded at the same time in one room: the host's three, and those on stage or with an open microphone. */
const tracksMax = 64;

interface RoomTrack {
  readonly sid: string;
  readonly identity: string;
  readonly kind: TrackKind;
  readonly recorder: TrackRecorder;
}

const noTracks = { picture: undefined, sound: undefined };

type PieceOfFile = Pick<TrackPiece, 'kind' | 'identity' | 'mimeType' | 'beganAt'>;

/** Records one room as a hidden participant, and rejoins whenever the engine is lost. */
export class RoomRecorder {
  private readonly client: RecorderClient;
  private readonly eventUuid: string;
  /** The app's clock. */
  private readonly clock: () => number;
  private identities: ReadonlySet<string> = new Set();
  private keeps = false;
  private stream: string | null = null;
  /** The tracks that viewers by HLS see and hear now. */
  private shown: { readonly picture: string | undefined; readonly sound: string | undefined } = noTracks;
  private readonly live: LiveStream;
  private participants = new Map<string, ParticipantInfo>();
  private tracks = new Map<string, RoomTrack>();
  private senders = new Map<string, SenderClock>();
  private session: { readonly signaling: Signaling; readonly subscriber: Subscriber } | undefined;
  private closed = false;
  private rejoin: NodeJS.Timeout | undefined;
  private readonly ticker: NodeJS.Timeout;
  private readonly queue: SegmentQueue;
  private readonly files = new Map<string, PieceOfFile>();
  /** Files that are being finished. */
  private finishing: Promise<void> = Promise.resolve();

  constructor(client: RecorderClient, eventUuid: string, clock: () => number) {
    this.client = client;
    this.eventUuid = eventUuid;
    this.clock = clock;
    this.queue = new SegmentQueue(
      (piece) => client.storePiece(eventUuid, { ...piece, ...this.files.get(piece.file)! }),
      (file) => this.endFile(file),
    );
    this.live = new LiveStream({
      begin: (format, beganAt) => {
        const file: StreamFile = new StreamFile(format, beganAt, (piece) => this.addPiece(file.id, piece));
        const identity = this.stream ?? '';
        this.files.set(file.id, { kind: 'stream', identity, mimeType: 'video/mp4', beganAt: Math.round(beganAt) });
        return file;
      },
      finished: (file) => this.finish(file),
    });
    this.ticker = setInterval(() => this.tick(), tickEveryMs);
    void this.join();
  }

  /** Sets who is received, and what for. Nothing is received from anyone else. */
  follow({ identities, keeps, stream }: RoomOrder): void {
    this.identities = new Set(identities);
    this.keeps = keeps;
    this.stream = stream;
    this.choose();
  }

  /** Leaves; resolves once the app has stored everything. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.rejoin);
    clearInterval(this.ticker);
    this.leave();
    await this.finishing;
    await this.queue.flush();
  }

  private async join(): Promise<void> {
    try {
      const { url, token } = await this.client.token(this.eventUuid);
      if (!this.closed) this.connect(url, token);
    } catch {
      this.joinAgain();
    }
  }

  private connect(url: string, token: string): void {
    const subscriber = new Subscriber({
      onAnswer: (sdp, offer) => signaling.answer(sdp, offer),
      onCandidate: (candidate, mid) => signaling.trickle(candidate, mid),
      onPacket: (stream, packet) => this.tracks.get(stream.trackSid)?.recorder.onPacket(stream, packet, this.clock()),
      onReport: (stream, report) => this.tracks.get(stream.trackSid)?.recorder.onReport(stream, report, this.clock()),
      onFailed: () => signaling.close(),
    });
    const signaling = new Signaling(url, token, {
      onParticipants: (participants) => this.onParticipants(participants),
      onOffer: (sdp, id) => subscriber.accept(sdp, id),
      onCandidate: (candidate, mid) => subscriber.addCandidate(candidate, mid),
      onClosed: () => {
        if (this.session?.signaling !== signaling) return;
        this.leave();
        this.joinAgain();
      },
    });
    this.session = { signaling, subscriber };
  }

  private joinAgain(): void {
    if (this.closed) return;
    clearTimeout(this.rejoin);
    this.rejoin = setTimeout(() => void this.join(), rejoinAfterMs);
  }

  private leave(): void {
    const { session } = this;
    this.session = undefined;
    for (const { recorder } of this.tracks.values()) recorder.end();
    this.live.end();
    this.shown = noTracks;
    this.tracks = new Map();
    this.participants = new Map();
    session?.subscriber.close();
    session?.signaling.close();
  }

  private onParticipants(changed: readonly ParticipantInfo[]): void {
    for (const one of changed) {
      if (one.state === ParticipantInfo_State.DISCONNECTED) this.participants.delete(one.sid);
      else this.participants.set(one.sid, one);
    }
    this.choose();
  }

  /** Subscribes to the tracks to record, and ends the files of all others. */
  private choose(): void {
    const wanted = new Map<string, { identity: string; kind: TrackKind; muted: boolean }>();
    for (const { identity, tracks } of this.participants.values()) {
      if (!this.identities.has(identity)) continue;
      for (const track of tracks)
        if (wanted.size < tracksMax) wanted.set(track.sid, { identity, kind: kindOf(track), muted: track.muted });
    }
    const left = [...this.tracks.keys()].filter((sid) => !wanted.has(sid));
    for (const sid of left) {
      this.tracks.get(sid)?.recorder.end();
      this.tracks.delete(sid);
    }
    if (left.length > 0) this.session?.signaling.subscribe(left, false);
    const fresh: string[] = [];
    for (const [sid, { identity, kind, muted }] of wanted) {
      if (muted) this.tracks.get(sid)?.recorder.end();
      if (this.tracks.has(sid)) continue;
      this.tracks.set(sid, { sid, identity, kind, recorder: this.recorderOf(sid, identity, kind) });
      fresh.push(sid);
    }
    if (fresh.length > 0) this.session?.signaling.subscribe(fresh, true);
    this.show(new Set([...wanted].filter(([, { muted }]) => muted).map(([sid]) => sid)));
  }

  /** Viewers see the screen in front of the camera. A source that changes begins a new file. */
  private show(muted: ReadonlySet<string>): void {
    const theirs = [...this.tracks.values()].filter(({ identity, sid }) => identity === this.stream && !muted.has(sid));
    const first = (kind: TrackKind): string | undefined => theirs.find((one) => one.kind === kind)?.sid;
    const picture = first('screen') ?? first('camera');
    const isChanged = picture !== undefined && this.shown.picture !== undefined && picture !== this.shown.picture;
    if (isChanged || this.stream === null) this.live.end();
    this.shown = { picture: picture ?? this.shown.picture, sound: first('audio') };
  }

  private recorderOf(sid: string, identity: string, kind: TrackKind): TrackRecorder {
    const sender = this.senders.get(identity) ?? new SenderClock();
    this.senders.set(identity, sender);
    return new TrackRecorder({
      sender,
      keyFrameEveryMs: () => (this.stream === null ? keyFrameEveryMs : streamKeyFrameEveryMs),
      keeps: () => this.keeps,
      onVideo: (frame, ms) => this.stream !== null && sid === this.shown.picture && this.live.onVideo(frame, ms),
      onSound: (sound) => this.stream !== null && sid === this.shown.sound && this.live.onSound(sound),
      begin: (format, beganAt) => {
        const file: TrackFile = new TrackFile(format, beganAt, (piece) => this.addPiece(file.id, piece));
        this.files.set(file.id, { kind, identity, mimeType: file.mimeType, beganAt: Math.round(beganAt) });
        return file;
      },
      finished: (file) => this.finish(file),
    });
  }

  private addPiece(file: string, { head, bytes, ...piece }: FilePiece): void {
    this.queue.add({
      file,
      ...piece,
      headBytes: head?.length ?? 0,
      bytes: head ? Buffer.concat([head, bytes]) : bytes,
      fileBeganAt: 0,
    });
  }

  private finish(file: Pick<TrackFile, 'finish'>): void {
    this.finishing = this.finishing.then(() => file.finish());
  }

  /** The app rejected a piece of this file, so a new one begins. */
  private endFile(file: string): void {
    for (const { recorder } of this.tracks.values()) recorder.endFile(file);
    this.live.endFile(file);
  }

  private tick(): void {
    const now = this.clock();
    for (const { recorder } of this.tracks.values()) recorder.tick(now);
  }
}

function kindOf({ source, type }: TrackInfo): TrackKind {
  if (type === TrackType.AUDIO) return 'audio';
  return source === TrackSource.SCREEN_SHARE ? 'screen' : 'camera';
}
