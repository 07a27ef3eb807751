/** What the room knows about one person in it. The caller compares usernames. */
export interface RoomPosition {
  readonly isOwner: boolean;
  /** Event admin: promoted by the owner for this event. */
  readonly isEventAdmin: boolean;
  readonly isBanned: boolean;
  readonly hasTurn: boolean;
  readonly handRaised: boolean;
  readonly openMic: boolean;
  readonly chatEnabled: boolean;
  readonly raisedHandEnabled: boolean;
  readonly finished: boolean;
}

export interface Capabilities {
  /** Non-owners see the control bar only as event admin, with open mic, with a turn, or while raising hands is on. */
  readonly seesControls: boolean;
  readonly mayChat: boolean;
  /** "Chat disabled" is shown instead of the message field. */
  readonly chatClosed: boolean;
  readonly mayRaiseHand: boolean;
  readonly mayLowerHand: boolean;
  readonly mayUseMicrophone: boolean;
  readonly mayUseCamera: boolean;
  readonly mayShareScreen: boolean;
  /** Open mic, chat and raise hand switches. */
  readonly mayToggle: boolean;
  readonly mayChooseSpeaker: boolean;
  readonly maySeeViewers: boolean;
  readonly mayModerate: boolean;
  readonly mayPromote: boolean;
  readonly mayFinish: boolean;
}

/** What the screen offers this person. The server decides again (rules R1, R4, R6). */
export function capabilitiesOf(position: RoomPosition): Capabilities {
  const { isOwner, finished } = position;
  const open = !finished;
  const moderator = isOwner || position.isEventAdmin;
  const banned = position.isBanned && !isOwner;
  const speaks = isOwner || (position.hasTurn && !banned);
  const mayRaise = open && !isOwner && !banned && position.raisedHandEnabled && !position.hasTurn;
  return {
    seesControls:
      isOwner || position.isEventAdmin || position.openMic || position.hasTurn || position.raisedHandEnabled,
    mayChat: open && !banned && (position.chatEnabled || isOwner),
    chatClosed: !position.chatEnabled && !isOwner,
    mayRaiseHand: mayRaise && !position.handRaised,
    mayLowerHand: mayRaise && position.handRaised,
    mayUseMicrophone: open && (speaks || (position.openMic && !banned)),
    mayUseCamera: open && speaks,
    mayShareScreen: open && isOwner,
    mayToggle: open && isOwner,
    mayChooseSpeaker: open && isOwner,
    maySeeViewers: moderator,
    mayModerate: open && moderator,
    mayPromote: open && isOwner,
    mayFinish: open && isOwner,
  };
}

/** Moderation is never offered on the owner or on oneself. */
export function mayModeratePerson(actor: Capabilities, target: { isOwner: boolean; isMe: boolean }): boolean {
  return actor.mayModerate && !target.isOwner && !target.isMe;
}
