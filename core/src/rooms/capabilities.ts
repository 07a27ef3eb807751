import type { RoomRole } from './room-rules.ts';

/** What the room knows about one person in it. The caller compares usernames. */
export interface RoomPosition {
  /** A broadcast has no hands, no turns and no open microphone. */
  readonly isInteractive: boolean;
  /** A broadcast's host prepares in the room before it is live. */
  readonly isLive: boolean;
  readonly isOwner: boolean;
  /** Event admin: promoted by the owner for this event. */
  readonly isEventAdmin: boolean;
  readonly roomRole: RoomRole;
  /** Has the one place of a guest on stage. */
  readonly isStageGuest: boolean;
  readonly isBanned: boolean;
  /** A moderator paused this person for some minutes. */
  readonly isTimedOut: boolean;
  readonly hasTurn: boolean;
  readonly handRaised: boolean;
  readonly openMic: boolean;
  readonly chatEnabled: boolean;
  readonly raisedHandEnabled: boolean;
  readonly reactionsEnabled: boolean;
  readonly finished: boolean;
}

export interface Capabilities {
  /** Non-owners see the control bar only as event admin, with open mic, with a turn, or while raising hands is on. */
  readonly seesControls: boolean;
  /** Camera and microphone, although they may be closed to this person now. */
  readonly seesDevices: boolean;
  readonly mayChat: boolean;
  /** "Chat disabled" is shown instead of the message field. */
  readonly chatClosed: boolean;
  /** The chat opens with the event. */
  readonly chatWaits: boolean;
  /** Votes for questions and in polls. */
  readonly mayVote: boolean;
  /** Asks questions, as everyone but the host does. */
  readonly mayAsk: boolean;
  /** Reactions are shown, although they may be closed to this person now. */
  readonly seesReactions: boolean;
  readonly mayReact: boolean;
  /** The button for a hand is shown, although it may be closed to this person now. */
  readonly seesHand: boolean;
  readonly mayRaiseHand: boolean;
  readonly mayLowerHand: boolean;
  readonly mayUseMicrophone: boolean;
  readonly mayUseCamera: boolean;
  readonly mayShareScreen: boolean;
  /** The switches of chat and reactions, and the word filter. */
  readonly mayToggle: boolean;
  /** Hands and turns, with the switches of open mic and raise hand. */
  readonly mayChooseSpeaker: boolean;
  readonly maySeeViewers: boolean;
  readonly mayModerate: boolean;
  readonly mayPromote: boolean;
  /** Goes on stage without a turn, while no other guest is there. */
  readonly mayBeStageGuest: boolean;
  /** Makes people guest speakers, and puts them on stage. */
  readonly mayInviteGuests: boolean;
  readonly mayMakeCohosts: boolean;
  /** Polls are prepared, opened and closed. */
  readonly mayRunPolls: boolean;
  readonly mayFinish: boolean;
  readonly mayGoLive: boolean;
  /** Encoder or camera: where a broadcast's picture comes from. */
  readonly maySelectSource: boolean;
}

/** What the screen offers this person. The server decides again (rules R1, R4, R6). */
export function capabilitiesOf(position: RoomPosition): Capabilities {
  const { isOwner, finished, isInteractive, isLive } = position;
  const open = !finished;
  const runs = isOwner || position.roomRole === 'cohost';
  const moderator = runs || position.isEventAdmin;
  const banned = position.isBanned && !isOwner;
  const onStage = position.hasTurn || position.isStageGuest;
  const speaks = isOwner || (isInteractive && onStage && !banned);
  const timedOut = position.isTimedOut && !isOwner;
  const waits = isInteractive && isLive && !isOwner && !onStage;
  const mayRaise = open && waits && !banned && !timedOut && position.raisedHandEnabled;
  return {
    seesControls:
      moderator ||
      position.roomRole !== 'viewer' ||
      (isInteractive && (position.openMic || onStage || position.raisedHandEnabled)),
    seesDevices: isOwner || isInteractive,
    mayChat: open && isLive && !banned && !timedOut && (position.chatEnabled || isOwner),
    chatClosed: !position.chatEnabled && !isOwner,
    chatWaits: open && !isLive,
    mayVote: open && !banned,
    mayAsk: open && !isOwner && !banned && !timedOut,
    seesReactions: open && isLive && position.reactionsEnabled,
    mayReact: open && isLive && !banned && !timedOut && position.reactionsEnabled,
    seesHand: open && isInteractive && !isOwner && !onStage,
    mayRaiseHand: mayRaise && !position.handRaised,
    mayLowerHand: mayRaise && position.handRaised,
    mayUseMicrophone: open && (speaks || (isInteractive && position.openMic && !banned)),
    mayUseCamera: open && speaks,
    mayShareScreen: open && isOwner,
    mayToggle: open && runs,
    mayChooseSpeaker: open && runs && isInteractive,
    maySeeViewers: moderator,
    mayModerate: open && moderator,
    mayPromote: open && isOwner,
    mayBeStageGuest: open && isInteractive && !isOwner && position.roomRole !== 'viewer',
    mayInviteGuests: open && runs && isInteractive,
    mayMakeCohosts: open && isOwner && isInteractive,
    mayRunPolls: open && runs,
    mayFinish: open && isOwner && isLive,
    mayGoLive: open && isOwner && !isLive,
    maySelectSource: open && isOwner && !isInteractive,
  };
}

/** Moderation is never offered on the owner or on oneself. */
export function mayModeratePerson(actor: Capabilities, target: { isOwner: boolean; isMe: boolean }): boolean {
  return actor.mayModerate && !target.isOwner && !target.isMe;
}
