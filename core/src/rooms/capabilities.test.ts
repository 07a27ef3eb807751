import { describe, expect, it } from 'vitest';
import { capabilitiesOf, mayModeratePerson, type RoomPosition } from './capabilities.ts';

const viewer: RoomPosition = {
  isInteractive: true,
  isLive: true,
  isOwner: false,
  isEventAdmin: false,
  roomRole: 'viewer',
  isStageGuest: false,
  isBanned: false,
  isTimedOut: false,
  hasTurn: false,
  handRaised: false,
  openMic: false,
  chatEnabled: true,
  raisedHandEnabled: true,
  reactionsEnabled: true,
  finished: false,
};
const off = { ...viewer, raisedHandEnabled: false };
const owner = { ...viewer, isOwner: true };

describe('the control bar of non-owners', () => {
  it('the control bar of non-owners is hidden when nothing can be done', () =>
    expect(capabilitiesOf(off).seesControls).toBe(false));
  it.each([{ isEventAdmin: true }, { openMic: true }, { hasTurn: true }, { raisedHandEnabled: true }])(
    'the control bar of non-owners is shown with %o',
    (change) => expect(capabilitiesOf({ ...off, ...change }).seesControls).toBe(true),
  );
  it('the control bar is always shown to the owner', () =>
    expect(capabilitiesOf({ ...off, isOwner: true }).seesControls).toBe(true));
});

describe('raise hand', () => {
  it('a viewer may not raise a hand while hands are off', () => expect(capabilitiesOf(off).mayRaiseHand).toBe(false));
  it('a viewer may not raise a hand with a turn', () =>
    expect(capabilitiesOf({ ...viewer, hasTurn: true }).mayRaiseHand).toBe(false));
  it('a blocked viewer may not raise a hand', () =>
    expect(capabilitiesOf({ ...viewer, isBanned: true }).mayRaiseHand).toBe(false));
  it('no one may raise a hand after the finish', () =>
    expect(capabilitiesOf({ ...viewer, finished: true }).mayRaiseHand).toBe(false));
  it('the owner has no hand to raise', () =>
    expect(capabilitiesOf(owner)).toMatchObject({ mayRaiseHand: false, seesHand: false }));
  it('the hand button is seen by viewers who cannot use it now', () => {
    for (const change of [{ raisedHandEnabled: false }, { isBanned: true }, { isTimedOut: true }])
      expect(capabilitiesOf({ ...viewer, ...change })).toMatchObject({ mayRaiseHand: false, seesHand: true });
  });
  it('a viewer may raise a hand, and lower it again', () => {
    expect(capabilitiesOf(viewer)).toMatchObject({ mayRaiseHand: true, mayLowerHand: false });
    expect(capabilitiesOf({ ...viewer, handRaised: true })).toMatchObject({ mayRaiseHand: false, mayLowerHand: true });
  });
});

describe('microphone and camera', () => {
  it('a viewer has neither microphone nor camera', () =>
    expect(capabilitiesOf(viewer)).toMatchObject({
      mayUseMicrophone: false,
      mayUseCamera: false,
      mayShareScreen: false,
    }));
  it('open mic gives the microphone only', () =>
    expect(capabilitiesOf({ ...viewer, openMic: true })).toMatchObject({
      mayUseMicrophone: true,
      mayUseCamera: false,
    }));
  it('a turn gives microphone and camera', () =>
    expect(capabilitiesOf({ ...viewer, hasTurn: true })).toMatchObject({
      mayUseMicrophone: true,
      mayUseCamera: true,
      mayShareScreen: false,
    }));
  it('a block takes microphone and camera away', () =>
    expect(capabilitiesOf({ ...viewer, hasTurn: true, openMic: true, isBanned: true })).toMatchObject({
      mayUseMicrophone: false,
      mayUseCamera: false,
    }));
  it('the owner has both devices and the screen', () =>
    expect(capabilitiesOf(owner)).toMatchObject({ mayUseMicrophone: true, mayUseCamera: true, mayShareScreen: true }));
  it('no one has a device after the finish', () =>
    expect(capabilitiesOf({ ...owner, finished: true })).toMatchObject({
      mayUseMicrophone: false,
      mayUseCamera: false,
      mayShareScreen: false,
    }));
});

describe('roles', () => {
  const cohost = { ...viewer, isEventAdmin: true, roomRole: 'cohost' as const };
  it('a co-host runs the room, and neither finishes it nor makes co-hosts', () => {
    expect(capabilitiesOf(cohost)).toMatchObject({ mayToggle: true, mayChooseSpeaker: true, mayRunPolls: true });
    expect(capabilitiesOf(cohost)).toMatchObject({ mayFinish: false, mayPromote: false, mayMakeCohosts: false });
  });
  it('a guest on stage has both devices and no hand', () =>
    expect(capabilitiesOf({ ...viewer, roomRole: 'guest', isStageGuest: true })).toMatchObject({
      mayUseCamera: true,
      mayUseMicrophone: true,
      mayRaiseHand: false,
      mayBeStageGuest: true,
    }));
});

describe('chat', () => {
  it('chat is closed to viewers while it is off, never to the owner', () => {
    expect(capabilitiesOf({ ...viewer, chatEnabled: false })).toMatchObject({ mayChat: false, chatClosed: true });
    expect(capabilitiesOf({ ...owner, chatEnabled: false })).toMatchObject({ mayChat: true, chatClosed: false });
  });
  it('chat is closed to blocked viewers', () =>
    expect(capabilitiesOf({ ...viewer, isBanned: true }).mayChat).toBe(false));
});

describe('a time-out', () => {
  it('a time-out stops writing, asking, reacting and raising a hand, but not voting or a turn', () =>
    expect(capabilitiesOf({ ...viewer, isTimedOut: true, hasTurn: true })).toMatchObject({
      mayChat: false,
      mayAsk: false,
      mayReact: false,
      seesHand: false,
      mayRaiseHand: false,
      mayVote: true,
      seesReactions: true,
      mayUseMicrophone: true,
    }));
});

describe('reactions', () => {
  it('reactions are for everyone in a live room of any kind, while the host leaves them on', () => {
    for (const isInteractive of [true, false])
      for (const isOwner of [true, false])
        expect(capabilitiesOf({ ...viewer, isInteractive, isOwner }).mayReact).toBe(true);
    expect(capabilitiesOf({ ...viewer, isLive: false }).seesReactions).toBe(false);
    expect(capabilitiesOf({ ...owner, reactionsEnabled: false })).toMatchObject({
      seesReactions: false,
      mayReact: false,
    });
    expect(capabilitiesOf({ ...viewer, isBanned: true })).toMatchObject({ seesReactions: true, mayReact: false });
  });
});

describe('moderation', () => {
  const admin = capabilitiesOf({ ...viewer, isEventAdmin: true });
  it('the owner and event admins moderate, and only the owner promotes', () => {
    expect(capabilitiesOf(viewer)).toMatchObject({ mayModerate: false, maySeeViewers: false, mayPromote: false });
    expect(admin).toMatchObject({
      mayModerate: true,
      maySeeViewers: true,
      mayPromote: false,
      mayFinish: false,
      mayToggle: false,
      mayChooseSpeaker: false,
    });
    expect(capabilitiesOf(owner)).toMatchObject({ mayModerate: true, mayPromote: true, mayFinish: true });
  });
  it('no one moderates the owner or themselves', () => {
    expect(mayModeratePerson(admin, { isOwner: true, isMe: false })).toBe(false);
    expect(mayModeratePerson(admin, { isOwner: false, isMe: true })).toBe(false);
    expect(mayModeratePerson(admin, { isOwner: false, isMe: false })).toBe(true);
  });
});

describe('a broadcast', () => {
  const watching = { ...viewer, isInteractive: false };
  const preparing = { ...watching, isOwner: true, isLive: false };
  it('a broadcast has no hands, no turns and no devices for viewers, whatever the room says', () =>
    expect(capabilitiesOf({ ...watching, openMic: true, hasTurn: true })).toMatchObject({
      seesControls: false,
      seesDevices: false,
      mayRaiseHand: false,
      mayLowerHand: false,
      mayUseMicrophone: false,
      mayUseCamera: false,
      mayShareScreen: false,
      maySelectSource: false,
      mayChat: true,
    }));
  it('a broadcast lets its event admins moderate, without devices', () =>
    expect(capabilitiesOf({ ...watching, isEventAdmin: true })).toMatchObject({
      seesControls: true,
      seesDevices: false,
      mayModerate: true,
    }));
  it('a broadcast is prepared by its owner: source, camera and going live, and no chat or finish yet', () => {
    expect(capabilitiesOf(preparing)).toMatchObject({
      mayUseCamera: true,
      mayShareScreen: true,
      maySelectSource: true,
      mayGoLive: true,
      mayChat: false,
      chatWaits: true,
      mayFinish: false,
      mayChooseSpeaker: false,
    });
    expect(capabilitiesOf({ ...preparing, isLive: true })).toMatchObject({
      mayGoLive: false,
      maySelectSource: true,
      mayChat: true,
      mayFinish: true,
      mayChooseSpeaker: false,
    });
  });
  it('a broadcast offers nothing after the finish', () =>
    expect(capabilitiesOf({ ...preparing, finished: true })).toMatchObject({
      mayGoLive: false,
      maySelectSource: false,
      mayUseCamera: false,
    }));
});
