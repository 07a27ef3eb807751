import type { LiveUpdates, SocketHandshake } from '@frontrow/contract/rooms/live-updates.ts';
import type { WireQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import type { WireCaption } from '@frontrow/contract/rooms/captions-api.ts';
import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import type { CaptionSource } from '@frontrow/core/rooms/captions.ts';
import type { ReactionCounts, ReactionEmoji } from '@frontrow/core/rooms/reactions.ts';
import type { PollDraft } from './polls.ts';
import type { call as realCall, callFile as realCallFile } from '#web/shared/api/call.ts';
import type { SlowModeSeconds } from '@frontrow/core/chat/messages.ts';
import type { RoomRole } from '@frontrow/core/rooms/room-rules.ts';
import type { TurnLength } from '@frontrow/core/rooms/turn-queue.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { ConnectOptions, RoomMedia } from '../media/media-model.ts';
import type { PreviewPass } from '../media/preview-room.ts';
import type { SpeechTrouble } from '../media/speech-sources.ts';
import type { Device, DeviceTrouble } from '../media/permission-error.ts';
import type { FeedSource, ReturnedMessage, RoomSnapshot } from './room-state.ts';

/** What the room tells the person. The sentences are in the catalogue. */
export type Notice =
  | {
      kind:
        | 'startFailed'
        | 'joinFailed'
        | 'blocked'
        | 'unblocked'
        | 'timeOutOver'
        | 'finished'
        | 'takenDown'
        | 'openMicOn'
        | 'openMicOff'
        | 'turnLater'
        | 'offStage'
        | 'screenUnsupported'
        | 'timeTaken'
        | 'unnamed';
    }
  /** `taken`: in this tab. It may have been taken before a reload, or on another device, without this knowing. */
  | { kind: 'turnOver'; taken: boolean }
  /** `isOwn`: this person's own event is recorded. */
  | { kind: 'recordingOn'; isOwn: boolean }
  | { kind: 'timedOut'; until: number }
  | { kind: 'device'; device: Device; why: DeviceTrouble }
  | { kind: 'refused'; message: string };

/** One live update with its payload. */
export type LiveUpdate = {
  [K in keyof LiveUpdates]: { name: K; update: Parameters<LiveUpdates[K]>[0] };
}[keyof LiveUpdates];

export interface LinkOptions {
  /** Called at every connect and reconnect, so that the last number and a fresh token are sent. */
  handshake: () => SocketHandshake;
  onUpdate: (update: LiveUpdate) => void;
  onState: (state: 'connected' | 'lost') => void;
  /** The server refused the handshake. The link tries again after growing pauses, unless it is closed. */
  onRefused: (code: string) => void;
}

export interface LiveLink {
  /** The speaker's sound for the transcription server; null says that it ends. Lost while nothing is connected. */
  sendSound(sound: ArrayBuffer | null): void;
  /** How good this browser's connection to the engine is. */
  reportQuality(step: ConnectionStep): void;
  close(): void;
}

/** What this tab remembers of a room, so that a reload enters it again. Other tabs do not share it. */
export interface RememberedRoom {
  readonly sessionId: string;
  readonly inside: boolean;
  /** The owner opened the backstage: a reload must not go live. */
  readonly backstage?: boolean;
  /** Whether the owner's devices were on. A viewer's devices never open without a tap. */
  readonly camera: boolean;
  readonly microphone: boolean;
  /** Where this person agreed that their sound goes to be captioned. */
  readonly captions?: string | undefined;
  /** Whether this person agreed to be recorded; left out until they are asked. */
  readonly recorded?: boolean;
}

/** Everything the model needs from outside. Tests pass their own. */
export interface RoomDeps {
  readonly eventUuid: string;
  readonly kind: 'interactive' | 'broadcast' | 'meeting';
  readonly me: {
    readonly username: string;
    readonly ide: number;
    readonly avatar: string | null;
    readonly isOwner: boolean;
  };
  /** The room exists in this browser alone, with simulated viewers. */
  readonly isRehearsal?: boolean;
  readonly call: typeof realCall;
  readonly callFile: typeof realCallFile;
  readonly token: () => string | null;
  readonly connectMedia: (options: ConnectOptions) => RoomMedia;
  readonly openLink: (options: LinkOptions) => LiveLink;
  readonly notify: (notice: Notice) => void;
  /** Records failures that the person does not see. */
  readonly log: (what: string, error: unknown) => void;
  readonly goToEvent: () => void;
  readonly reload: () => void;
  /** Runs the work later. The returned function cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
  readonly now: () => number;
  /** Resolves in the next task, when the browser has begun what was asked of it. */
  readonly nextTask: () => Promise<void>;
  /** A random pause, which spreads the refetches of many browsers. */
  readonly jitterMs: () => number;
  readonly newId: () => string;
  readonly remembered: () => RememberedRoom;
  readonly remember: (room: RememberedRoom) => void;
  readonly portrait: () => boolean;
  /** This is a phone or a tablet: its camera is the host's. */
  readonly phone: boolean;
  /** Whether this browser can show H.264, which encoders send. */
  readonly playsH264: boolean;
  /** Calls the listener whenever the page is seen again. The returned function stops that. */
  readonly onPageReturn: (listener: () => void) => () => void;
}

/** What moderators do apart from blocking and removing. */
export interface Moderation {
  /** True when it was announced. */
  announce(text: string): Promise<boolean>;
  /** Null pins nothing. */
  pin(seq: number | null): Promise<void>;
  /** Without minutes as long as is usual; 0 ends it. */
  timeOut(username: string, minutes?: number): Promise<void>;
  removeAllOf(username: string): Promise<void>;
  /** True when it became a question, or was one already. */
  makeQuestion(seq: number): Promise<boolean>;
  /** True when the list was saved. */
  setWords(words: readonly string[]): Promise<boolean>;
  /** Loads the first page, or the next one. False when the server did not answer. */
  load(more?: boolean): Promise<boolean>;
}

/** What the audience asks and votes for, as screens use it. */
export interface Audience {
  /** Loads the first page, or the next one. False when the server did not answer. */
  loadQuestions(more?: boolean): Promise<boolean>;
  /** True when it was asked. */
  ask(text: string): Promise<boolean>;
  vote(questionId: string, voted: boolean): Promise<void>;
  update(questionId: string, change: { state?: WireQuestion['state']; pinned?: boolean }): Promise<void>;
  answerOnStage(questionId: string): Promise<void>;
  /** False when the server did not answer. */
  loadPolls(): Promise<boolean>;
  /** True when it was prepared. */
  createPoll(draft: PollDraft): Promise<boolean>;
  openPoll(pollId: string): Promise<void>;
  closePoll(pollId: string): Promise<void>;
  /** True when the vote was counted. */
  voteInPoll(pollId: string, choices: readonly number[]): Promise<boolean>;
}

/** One emoji over the picture, with how many people sent it. */
export interface Float {
  readonly id: number;
  readonly emoji: ReactionEmoji;
  readonly count: number;
  readonly at: number;
}

export interface Reactions {
  readonly store: StoreApi<{ readonly floats: readonly Float[] }>;
  /** Sends one. What the server refuses for the speed of it is dropped without a word. */
  send(emoji: ReactionEmoji): Promise<void>;
  /** The room was told how many of each there were. */
  told(counts: ReactionCounts): void;
}

export interface CaptionsState {
  readonly lines: readonly WireCaption[];
  /** Host name of the installation's transcription server; null without one. */
  readonly server: string | null;
  /** Why a source cannot be used here; null until it was looked up. */
  readonly troubles: Readonly<Record<CaptionSource, SpeechTrouble | null>> | null;
  /** What this person agreed to. */
  readonly agreed: CaptionSource | null;
  /** Why their captions stopped: a `SpeechEnd`, or the server's sentence. */
  readonly ended: string | null;
}

export interface Captions {
  readonly store: StoreApi<CaptionsState>;
  told(caption: WireCaption): void;
  /** The server does not take this person's sound. */
  stopped(message: string): void;
  /** This person agrees to captions from this source while they are on stage; null withdraws it. */
  agree(source: CaptionSource | null): void;
  dispose(): void;
}

/** The room as screens use it: they read its snapshot and call its actions. */
export interface RoomModel {
  readonly store: StoreApi<RoomSnapshot>;
  readonly eventUuid: string;
  readonly me: RoomDeps['me'];
  /** The room exists in this browser alone, with simulated viewers. */
  readonly isRehearsal: boolean;
  /**
   * Starts (owner) or joins, with camera and microphone off. Waits for a video engine that is being prepared. The owner
   * of a broadcast enters the control room, and goes live from there; `backstage` is the same for an interactive event.
   * `returning`: nobody pressed anything, so a room that is open on another device stays there; left out, this is so
   * for a tab that was in the room.
   */
  enter(options?: { takeOver?: boolean; backstage?: boolean; returning?: boolean }): Promise<void>;
  /** Leaves the room and returns to the event page; hangs up in a private meeting, which one may enter again. */
  leave(): void;
  finish(): Promise<void>;
  /** The event is live from here on. */
  goLive(): Promise<void>;
  /** The feed of a broadcast comes from the encoder, or from this browser: its camera, or the screen as well. */
  selectSource(source: FeedSource, withScreen?: boolean): Promise<void>;
  /** Whether the host hears the own feed. */
  hearFeed(heard: boolean): void;
  /**
   * The player of HLS says how long ago that was on stage which it shows, null before the first picture, and how good
   * the connection is.
   */
  watchesBehind(ms: number | null, step?: ConnectionStep): void;
  /** The key of this number, which opens a few minutes of a broadcast by HLS. */
  segmentKey(number: number): Promise<ArrayBuffer>;
  /** The page is closed. The seat is kept for a reload. */
  dispose(): void;
  send(text: string): Promise<void>;
  retry(clientId: string): Promise<void>;
  takeReturned(): ReturnedMessage | null;
  /** Somebody reads above: what the chat shows stays as it is, until they come back to the newest. */
  holdChat(isAbove: boolean): void;
  /** With a question the hand that is up keeps its place; an empty one removes the question. */
  /** True when the server did it. */
  setHand(raised: boolean, question?: string): Promise<boolean>;
  /** Lowers this viewer's hand, or all hands. */
  lowerHands(username?: string): Promise<void>;
  pinHand(username: string, pinned: boolean): Promise<void>;
  orderHands(newVoicesFirst: boolean): Promise<void>;
  setTurnLength(seconds: TurnLength): Promise<void>;
  /** Makes the current turn a minute longer. */
  extendTurn(): Promise<void>;
  /** Asks the first in the queue to get ready; with a username, in place of this person. */
  askNext(insteadOf?: string): Promise<void>;
  /** This person is asked to get ready for the next turn, and is, or does not want to. */
  answerWarmUp(ready: boolean): Promise<void>;
  /** A pass for the preview of the next speaker, to send it or to watch it. */
  previewPass(): Promise<PreviewPass>;
  goOnAir(): Promise<void>;
  notNow(): void;
  setCamera(on: boolean): Promise<void>;
  setMicrophone(on: boolean): Promise<void>;
  setScreen(on: boolean): Promise<void>;
  switchDevice(kind: 'videoinput' | 'audioinput', id: string): Promise<void>;
  /** To the phone's other camera. */
  turnCamera(): Promise<void>;
  setTorch(on: boolean): Promise<void>;
  microphoneTrack(): MediaStreamTrack | null;
  allowSound(): Promise<void>;
  toggle(
    what: 'openMic' | 'chat' | 'raiseHand' | 'reactions' | 'captions' | 'recording' | 'screening',
    enabled: boolean,
  ): Promise<void>;
  /** Whether this viewer agrees to be recorded. Devices that waited for the answer open. */
  setConsent(agreed: boolean): Promise<void>;
  /** Asks this viewer again; closes the question without an answer. */
  askConsent(isAsked: boolean): void;
  /** How long viewers wait between two messages. */
  setSlowMode(seconds: SlowModeSeconds): Promise<void>;
  /** Gives this viewer the turn, or stops theirs; pressed twice it changes nothing. */
  setTurn(username: string, enabled: boolean): Promise<void>;
  setBanned(username: string, banned: boolean): Promise<void>;
  setAdmin(username: string, admin: boolean): Promise<void>;
  setRole(username: string, role: RoomRole): Promise<void>;
  /** Puts a guest speaker or co-host on stage, or takes them off it. */
  setStageGuest(username: string, onStage: boolean): Promise<void>;
  removeViewer(username: string): Promise<void>;
  readmitViewer(username: string): Promise<void>;
  removeMessage(seq: number): Promise<void>;
  /** The host of a private meeting makes it ten minutes longer. */
  addTime(): Promise<void>;
  /** What moderators do besides blocking and removing. */
  readonly moderation: Moderation;
  /** Questions of the audience. */
  readonly audience: Audience;
  /** Emoji of the audience. */
  readonly reactions: Reactions;
  /** What people on stage say, as text. */
  readonly captions: Omit<Captions, 'told' | 'stopped' | 'dispose'>;
}

/**
 * Whose camera and microphone are their own to use: the owner's, and both in a private meeting. They come back with a
 * reload or with a new engine; those of a viewer on stage need another tap.
 */
export const keepsDevices = ({ me, kind }: Pick<RoomDeps, 'me' | 'kind'>): boolean => me.isOwner || kind === 'meeting';
