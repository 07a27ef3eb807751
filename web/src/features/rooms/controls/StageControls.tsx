import {
  IconHandStop,
  IconScreenShare,
  IconScreenShareOff,
  IconUsers,
  IconMicrophone,
  IconMicrophoneOff,
  IconVideo,
  IconVideoOff,
  IconDoorExit,
  IconMicrophone2,
  IconBroadcast,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useWhyNot, useCapabilities, useOpenDialog, useRoomParts, useSnapshot } from '../room-view.ts';
import { ordinal } from '../hands/ordinal.ts';
import { Control, controlIcon } from './Control.tsx';
import styles from './ControlBar.module.css';
import type { Controls, DeviceControl } from './use-controls.ts';
import type { Device } from '../media/permission-error.ts';

/**
 * Microphone, camera, screen, place on stage and hand; the list of hands for the owner and co-hosts, the list of people
 * for event admins.
 */
export function StageControls({ controls }: { controls: Controls }) {
  const { isOwner } = useRoomParts().model.me;
  const can = useCapabilities();
  return (
    <>
      {controls.devices && (
        <>
          <DeviceButton device="microphone" shortcut="M" controls={controls} />
          <DeviceButton device="camera" shortcut="V" controls={controls} />
          {controls.screen.may && <ScreenButton controls={controls} />}
        </>
      )}
      {can.mayBeStageGuest && <StageGuestButton />}
      {can.seesHand && <HandButton controls={controls} />}
      <span className={styles.line} aria-hidden="true" />
      {can.mayChooseSpeaker && <HandsButton controls={controls} />}
      {can.maySelectSource && <StreamButtons controls={controls} />}
      {!isOwner && can.maySeeViewers && <PeopleButton />}
    </>
  );
}

function ScreenButton({ controls: { screen, noVideo } }: { controls: Controls }) {
  const { t } = useTranslation('rooms');
  const busy = useSnapshot((snapshot) => snapshot.busy.has('screen'));
  return (
    <Control
      className={styles.desktopOnly}
      label={t(noVideo ? 'controls.shareNoVideo' : screen.on ? 'controls.stopShare' : 'controls.share')}
      icon={screen.on ? <IconScreenShareOff {...controlIcon} /> : <IconScreenShare {...controlIcon} />}
      tone={screen.on ? 'on' : 'idle'}
      pressed={screen.on}
      disabled={noVideo}
      busy={busy}
      onClick={screen.toggle}
    />
  );
}

function HandButton({ controls: { hand } }: { controls: Controls }) {
  const { t, language } = useTranslation('rooms');
  const busy = useSnapshot((snapshot) => snapshot.busy.has('hand'));
  const isRaised = hand.place > 0;
  const why = useWhyNot('hand');
  return (
    <Control
      label={hand.may ? t(isRaised ? 'controls.lower' : 'controls.raise') : why}
      disabled={!hand.may}
      shortcut="H"
      icon={<IconHandStop {...controlIcon} />}
      tone={isRaised ? 'hand' : 'idle'}
      text={isRaised ? t('controls.inLine', { place: ordinal(hand.place, language) }) : undefined}
      pressed={isRaised}
      busy={busy}
      onClick={hand.toggle}
    />
  );
}

function HandsButton({ controls: { panel } }: { controls: Controls }) {
  const { t } = useTranslation('rooms');
  const waiting = useSnapshot((snapshot) => snapshot.live?.hands.length ?? 0);
  const isShown = panel.open && panel.tab === 'hands';
  return (
    <Control
      label={t('controls.hands')}
      shortcut="H"
      icon={<IconHandStop {...controlIcon} />}
      tone={isShown ? 'on' : 'idle'}
      pressed={isShown}
      badge={waiting}
      onClick={() => (isShown ? panel.hide() : panel.show('hands'))}
    />
  );
}

function PeopleButton() {
  const { t } = useTranslation('rooms');
  const open = useOpenDialog();
  return (
    <Control
      label={t('controls.people')}
      icon={<IconUsers {...controlIcon} />}
      onClick={() => open({ kind: 'people' })}
    />
  );
}

const icons = {
  microphone: { on: IconMicrophone, off: IconMicrophoneOff },
  camera: { on: IconVideo, off: IconVideoOff },
} as const;

function stateOf({ on, may, waits }: DeviceControl, noVideo: boolean) {
  if (waits) return 'Waits';
  if (noVideo) return 'NoVideo';
  if (!may) return 'Closed';
  return on ? 'Off' : 'On';
}

interface DeviceButtonProps {
  device: Device;
  shortcut: string;
  controls: Controls;
}

/** Turns camera or microphone on and off. Disabled, with the reason, for people without the right to use it. */
function DeviceButton({ device, shortcut, controls }: DeviceButtonProps) {
  const { t } = useTranslation('rooms');
  const busy = useSnapshot((snapshot) => snapshot.busy.has(device));
  const { [device]: control, noVideo } = controls;
  const { on, may, waits, toggle } = control;
  const Icon = icons[device][on || waits ? 'on' : 'off'];
  return (
    <Control
      label={t(`controls.${device}${stateOf(control, noVideo)}`)}
      shortcut={shortcut}
      icon={<Icon {...controlIcon} />}
      tone={on || waits ? 'idle' : 'muted'}
      disabled={(noVideo && !waits) || !may}
      busy={busy && !waits}
      onClick={toggle}
    />
  );
}

/** Guest speakers and co-hosts go on stage, and leave it. One guest is there at a time. */
function StageGuestButton() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const { username } = model.me;
  const can = useCapabilities();
  const guest = useSnapshot(({ live }) => live?.stageGuest?.username ?? null);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('stageGuest'));
  const isMe = guest === username;
  const isTaken = guest !== null && !isMe && !can.mayInviteGuests;
  const Sign = isMe ? IconDoorExit : IconMicrophone2;
  return (
    <Control
      label={t(isMe ? 'roles.leaveStage' : isTaken ? 'roles.stageTaken' : 'roles.goOnStage')}
      icon={<Sign {...controlIcon} />}
      tone={isMe ? 'on' : 'idle'}
      pressed={isMe}
      disabled={isTaken}
      busy={busy}
      onClick={() => void model.setStageGuest(username, !isMe)}
    />
  );
}

/** For a broadcast's host: hear the feed, which is silent here at first, and open the stream's panel. */
function StreamButtons({ controls: { panel } }: { controls: Controls }) {
  const { t } = useTranslation('broadcast');
  const { model } = useRoomParts();
  const heard = useSnapshot((snapshot) => snapshot.feed.heard);
  const isEncoder = useSnapshot((snapshot) => snapshot.live?.source === 'encoder');
  const isShown = panel.open && panel.tab === 'stream';
  const Volume = heard ? IconVolume : IconVolumeOff;
  return (
    <>
      {isEncoder && (
        <Control
          label={t(heard ? 'preview.mute' : 'preview.listen')}
          icon={<Volume {...controlIcon} />}
          tone={heard ? 'on' : 'idle'}
          pressed={heard}
          onClick={() => model.hearFeed(!heard)}
        />
      )}
      <Control
        label={t(isShown ? 'stream.hide' : 'stream.show')}
        icon={<IconBroadcast {...controlIcon} />}
        tone={isShown ? 'on' : 'idle'}
        pressed={isShown}
        onClick={() => (isShown ? panel.hide() : panel.show('stream'))}
      />
    </>
  );
}
