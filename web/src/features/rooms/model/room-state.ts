import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import type { Delivery } from '@frontrow/core/broadcast/delivery-rules.ts';
import type { StreamHealth } from '@frontrow/core/broadcast/health-advice.ts';
import { mayWriteAgainAt } from '@frontrow/core/chat/messages.ts';
import { type Capabilities, capabilitiesOf } from '@frontrow/core/rooms/capabilities.ts';
import { meetingCapabilities } from '@frontrow/core/rooms/meeting-rules.ts';
import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import type { RoomRole } from '@frontrow/core/rooms/room-rules.ts';
import type { Poll } from './polls.ts';
import type { Question, Questions } from './questions.ts';
import { type ChatLine, type ChatLines, lineOf } from './chat-lines.ts';
import type { Device } from '../media/permission-error.ts';
import { encoderName, isAway, type MediaState, quietMedia, type VideoPriority } from '../media/media-model.ts';
import type { FeedShown } from './feed-watch.ts';
import type { Phase, Turn } from './room-phase.ts';
import type { WireRoomAction } from '@frontrow/contract/rooms/moderation-api.ts';

export interface Person {
  readonly username: string;
  readonly avatar: string | null;
}

export interface RaisedHand extends Person {
  readonly raisedAt: number;
  readonly question: string | null;
  /** The host pinned it: it is called first. */
  readonly pinned: boolean;
  /** How long this person has been on stage in this event. */
  readonly spokenSeconds: number;
}

/** Who gets ready for the next turn. `declined`: there is no one else to ask. */
export interface WarmUp {
  readonly state: 'warmingUp' | 'ready' | 'declined';
  /** When someone else is asked; null unless warming up. */
  readonly answerBy: number | null;
}

/** The time limit of the current turn. */
export interface TurnLimit {
  readonly username: string;
  readonly endsAt: number;
  /** Its whole length. */
  readonly seconds: number;
}

export type FeedSource = NonNullable<WireCurrentState['source']>;

/** The room as the server tells it. */
export interface LiveState {
  readonly seq: number;
  readonly owner: Person;
  readonly viewers: readonly Person[];
  /** How many viewers there are. A broadcast names only the first hundred. */
  readonly viewerCount: number;
  readonly banned: readonly string[];
  /** Who cannot write, ask, react or raise a hand, and until when. */
  readonly timedOut: readonly { readonly username: string; readonly until: number }[];
  /** Removed, until they are readmitted. */
  readonly removed: readonly Person[];
  /** Event admins and co-hosts. */
  readonly admins: readonly string[];
  /** Co-hosts and guest speakers by username, also those who are not in the room. */
  readonly roles: ReadonlyMap<string, Exclude<RoomRole, 'viewer'>>;
  /** Who is on stage without a turn. */
  readonly stageGuest: Person | null;
  /** In the order in which they are called, the same for everyone. */
  readonly hands: readonly RaisedHand[];
  readonly speaking: (Person & { readonly since: number }) | null;
  /** Null without a time limit. */
  readonly turnLimit: TurnLimit | null;
  /** How many seconds the next turn lasts; 0 is no limit. */
  readonly turnLength: number;
  readonly newVoicesFirst: boolean;
  /** The host and event admins see and hear the next speaker before the audience does. */
  readonly screening: boolean;
  /** Known to the host and event admins only. */
  readonly next: (WarmUp & { readonly username: string }) | null;
  /** This person is asked to get ready. */
  readonly warmUp: WarmUp | null;
  readonly openMic: boolean;
  readonly chatEnabled: boolean;
  /** How long a viewer waits between two messages; 0 is off. */
  readonly slowModeSeconds: number;
  readonly raisedHandEnabled: boolean;
  readonly reactionsEnabled: boolean;
  /** What people on stage say is shown as text, once they agree to it. */
  readonly captionsEnabled: boolean;
  /** Over the picture until its time. */
  readonly announcement: WireCurrentState['announcement'];
  /** Above the chat. */
  readonly pinned: ChatLine | null;
  /** Where a broadcast's picture comes from; null in an interactive room. */
  readonly source: FeedSource | null;
  /** What the server knows of a broadcast's encoder; null in an interactive room. */
  readonly ingestState: WireCurrentState['ingest_state'];
  /** What the host sends is being recorded. */
  readonly recording: boolean;
  /** The host wants the event recorded while it is live. */
  readonly recordingEnabled: boolean;
  /** Of a private meeting only. */
  readonly meeting: Meeting | null;
  readonly openQuestions: number;
  /** The open question whose author is on stage for it. */
  readonly answering: Pick<Question, 'username' | 'text'> | null;
  /** The poll that people vote in now. */
  readonly openPoll: string | null;
  /** How many more viewers could watch by WebRTC; 0 where no one watches by HLS. */
  readonly webrtcPlaces: number;
  /** How many viewers can watch at the same time, where HLS does not carry what the host sends. */
  readonly webrtcOnly: number | null;
  readonly isLive: boolean;
  readonly startedAt: number | null;
  readonly finished: boolean;
  readonly cancelled: boolean;
}

/** A private meeting, as its room needs it. */
export interface Meeting {
  readonly viewer: Person;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly hostHere: boolean;
  readonly viewerHere: boolean;
  /** App admins in the room. */
  readonly admins: readonly Person[];
}

/** The word filter and the log of who did what. */
export interface ModerationState {
  readonly words: readonly string[];
  readonly actions: readonly WireRoomAction[];
  /** Where the next page begins; null once all are here. */
  readonly next: number | null;
}

/** A refused message, which returns to its writer. */
export interface ReturnedMessage {
  readonly text: string;
  readonly why: string;
}

/** Camera and microphone of this person, in this tab. */
export interface OwnDevices {
  readonly camera: boolean;
  readonly microphone: boolean;
}

export const devicesOff: OwnDevices = { camera: false, microphone: false };

/**
 * `asked`: this browser wants to enter, and the person is in the room elsewhere. `continued`: they continued elsewhere;
 * `device` is that browser's user agent.
 */
type Moved =
  | { readonly how: 'asked' }
  | { readonly how: 'continued'; readonly device: string; readonly isSameLogin: boolean };

export interface RoomSnapshot extends ChatLines {
  readonly phase: Phase;
  /** Why the phase is `moved`; null where only the engine or a refused socket said so. */
  readonly moved: Moved | null;
  readonly live: LiveState | null;
  /** When this person wrote last, as far as this browser knows; slow mode counts from there. */
  readonly wroteAt: number | null;
  readonly link: 'connecting' | 'connected' | 'lost';
  readonly media: MediaState;
  /** By username, as people's own browsers report it; for the host, co-hosts and event admins. */
  readonly reported: ReadonlyMap<string, ConnectionStep>;
  /** How a viewer receives a broadcast: from the engine, or as files some seconds later. */
  readonly delivery: Delivery;
  /** How long ago that was on stage which is shown by HLS. */
  readonly behindMs: number;
  readonly turn: Turn;
  /** What this person turned on. It opens once the video is connected. */
  readonly wanted: OwnDevices;
  /** Whether this person agreed to be recorded; null until they are asked. */
  readonly recorded: boolean | null;
  /** The person is asked now; the devices named open with the answer. */
  readonly consentFor: readonly Device[] | null;
  /** What is under way, by name: its button waits. For a switch the value is what was wanted of it last. */
  readonly busy: ReadonlyMap<string, boolean>;
  readonly returned: ReturnedMessage | null;
  /** The last streaming call failed. The control bar shows it without words. */
  readonly error: boolean;
  readonly feed: BroadcastFeed;
  /** In a browser without H.264. */
  readonly vp8: Vp8Feed;
  /** Null until the questions are shown for the first time. */
  readonly questions: Questions | null;
  /** Null until the polls are loaded for the first time. */
  readonly polls: readonly Poll[] | null;
  /** Null until a moderator looks at the word filter or the log. */
  readonly moderation: ModerationState | null;
}

/** Further behind the stage than this a viewer by HLS has rewound. */
export const rewoundMs = 20_000;

/** A broadcast's feed, as this browser receives or sends it. */
interface BroadcastFeed {
  readonly shown: FeedShown;
  /** For the host alone. */
  readonly health: StreamHealth | null;
  /** The host hears the own feed only on request; everybody else hears it. */
  readonly heard: boolean;
}

/** The copy of an encoder's video in VP8, as far as this browser needs it. */
interface Vp8Feed {
  /** What the server says of it; null while it is not needed. */
  readonly state: AnswerOf<'POST /events/streaming/vp8_video'>['state'] | null;
  /** Shown in place of what is received of the encoder itself; null until there is a picture. */
  readonly feeds: MediaState['feeds'] | null;
}

export const noVp8: Vp8Feed = { state: null, feeds: null };

export const noFeed: BroadcastFeed = { shown: 'waiting', health: null, heard: false };

export const emptySnapshot: RoomSnapshot = {
  phase: 'outside',
  moved: null,
  live: null,
  chat: [],
  held: null,
  wroteAt: null,
  link: 'connecting',
  media: quietMedia,
  reported: new Map(),
  delivery: 'webrtc',
  behindMs: 0,
  turn: 'none',
  wanted: devicesOff,
  recorded: null,
  consentFor: null,
  busy: new Map(),
  returned: null,
  error: false,
  feed: noFeed,
  vp8: noVp8,
  questions: null,
  polls: null,
  moderation: null,
};

const personOf = (wire: { username: string; user_avatar: string | null }): Person => ({
  username: wire.username,
  avatar: wire.user_avatar,
});

const warmUpOf = (wire: NonNullable<WireCurrentState['warm_up']>): WarmUp => ({
  state: wire.state === 'warming_up' ? 'warmingUp' : wire.state,
  answerBy: wire.answer_by,
});

export function liveStateOf(wire: WireCurrentState): LiveState {
  return {
    seq: wire.seq,
    owner: personOf(wire.influencer),
    viewers: wire.viewers.map(personOf),
    viewerCount: wire.viewers_count,
    banned: wire.banned_viewers,
    timedOut: wire.timed_out_viewers,
    removed: wire.removed_viewers.map(personOf),
    admins: wire.admin_users,
    roles: new Map(wire.roles.map(({ username, role }) => [username, role])),
    stageGuest: wire.stage_guest && personOf(wire.stage_guest),
    hands: wire.raised_hands.map((hand) => ({
      ...personOf(hand),
      raisedAt: hand.raised_at,
      question: hand.question,
      pinned: hand.pinned,
      spokenSeconds: hand.spoken_seconds,
    })),
    speaking: wire.speaking_viewer ? { ...personOf(wire.speaking_viewer), since: wire.speaking_viewer.since } : null,
    turnLimit: wire.turn && { username: wire.turn.username, endsAt: wire.turn.ends_at, seconds: wire.turn.seconds },
    turnLength: wire.turn_length,
    newVoicesFirst: wire.new_voices_first,
    screening: wire.screening,
    next: wire.next_turn && { username: wire.next_turn.username, ...warmUpOf(wire.next_turn) },
    warmUp: wire.warm_up && warmUpOf(wire.warm_up),
    openMic: wire.open_mic,
    chatEnabled: wire.chat_enabled,
    slowModeSeconds: wire.slow_mode_seconds,
    raisedHandEnabled: wire.raised_hand_enabled,
    reactionsEnabled: wire.reactions_enabled,
    captionsEnabled: wire.captions_enabled,
    announcement: wire.announcement,
    pinned: wire.pinned_message && lineOf(wire.pinned_message),
    source: wire.source,
    ingestState: wire.ingest_state,
    webrtcPlaces: wire.webrtc_places ?? 0,
    webrtcOnly: wire.webrtc_only ?? null,
    recording: wire.recording,
    recordingEnabled: wire.recording_enabled,
    meeting: wire.meeting
      ? {
          viewer: personOf(wire.meeting.viewer),
          startsAt: wire.meeting.starts_at,
          endsAt: wire.meeting.ends_at,
          hostHere: wire.meeting.host_here,
          viewerHere: wire.meeting.viewer_here,
          admins: wire.meeting.admins.map(personOf),
        }
      : null,
    openQuestions: wire.open_questions,
    answering: wire.answering ? { username: wire.answering.user.username, text: wire.answering.text } : null,
    openPoll: wire.open_poll,
    isLive: wire.event_state === 1,
    startedAt: wire.started_at,
    finished: wire.event_state === 2,
    cancelled: wire.event_cancelled === true,
  };
}

/** Who sends the main picture: a broadcast's encoder, else the owner. */
export const mainSender = ({ owner, source }: LiveState): string =>
  source === 'encoder' ? encoderName : owner.username;

/** The other person in a meeting; an app admin sees the host first. Needs a private meeting. */
export const otherIn = (live: LiveState, me: { username: string }): Person =>
  live.meeting && live.owner.username === me.username ? live.meeting.viewer : live.owner;

export function priorityOf(live: LiveState, me: { username: string }): VideoPriority {
  if (live.meeting) return { owner: otherIn(live, me).username, speaker: null };
  return live.source === null
    ? {
        owner: mainSender(live),
        speaker: live.speaking?.username ?? null,
        guest: live.stageGuest?.username ?? null,
      }
    : { owner: mainSender(live), speaker: null, only: true };
}

/**
 * How good a person's connection is, if known. The engine tells only of people whom this browser receives; the others'
 * browsers report it. Who is not with the engine has lost it, except in a broadcast, which may be watched by HLS.
 */
export const connectionStepOf = (
  { media, reported, live }: Pick<RoomSnapshot, 'media' | 'reported' | 'live'>,
  username: string,
): ConnectionStep | undefined =>
  !live?.source && isAway(media, username) ? 'lost' : (media.quality.get(username) ?? reported.get(username));

/** Place in the queue of hands from 1, or 0 without a hand up. */
export const handPlace = (live: LiveState | null, username: string): number =>
  (live?.hands.findIndex((hand) => hand.username === username) ?? -1) + 1;

/** When this person's time-out ends; 0 without one. */
export const timedOutUntil = (live: LiveState | null, username: string): number =>
  live?.timedOut.find((one) => one.username === username)?.until ?? 0;

export const hasTurn = (live: LiveState | null, username: string): boolean => live?.speaking?.username === username;

export const roleIn = (live: LiveState | null, username: string): RoomRole => live?.roles.get(username) ?? 'viewer';

/** What the room offers this person (core decides). */
export function capabilitiesIn(
  snapshot: Pick<RoomSnapshot, 'live' | 'phase'>,
  me: { username: string; isOwner: boolean },
): Capabilities {
  const { live } = snapshot;
  const finished = snapshot.phase === 'finished' || (live?.finished ?? false);
  if (live?.meeting) {
    const isViewer = live.meeting.viewer.username === me.username;
    return meetingCapabilities(me.isOwner ? 'host' : isViewer ? 'viewer' : 'admin', finished);
  }
  return capabilitiesOf({
    isInteractive: (live?.source ?? null) === null,
    isLive: live?.isLive ?? false,
    isOwner: me.isOwner,
    isEventAdmin: live?.admins.includes(me.username) ?? false,
    roomRole: roleIn(live, me.username),
    isStageGuest: live?.stageGuest?.username === me.username,
    isBanned: live?.banned.includes(me.username) ?? false,
    isTimedOut: timedOutUntil(live, me.username) > 0,
    hasTurn: hasTurn(live, me.username),
    handRaised: handPlace(live, me.username) > 0,
    openMic: live?.openMic ?? false,
    chatEnabled: live?.chatEnabled ?? true,
    raisedHandEnabled: live?.raisedHandEnabled ?? false,
    reactionsEnabled: live?.reactionsEnabled ?? false,
    finished,
  });
}

/** Until when slow mode keeps this person from writing; 0 where it does not. */
export const slowUntil = (
  { live, wroteAt }: Pick<RoomSnapshot, 'live' | 'wroteAt'>,
  me: { username: string; isOwner: boolean },
): number =>
  live
    ? mayWriteAgainAt(
        live.slowModeSeconds,
        { isHost: me.isOwner, isAdmin: live.admins.includes(me.username) },
        wroteAt ?? undefined,
      )
    : 0;
