import { IconHandStop, IconScreenShare, IconScreenShareOff, IconUsers } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useWhyNot } from '../room/use-why-not.ts';
import { ordinal } from '../hands/ordinal.ts';
import { useCapabilities, useOpenDialog, useRoomParts, useSnapshot } from '../room/room-view.ts';
import { StageGuestButton } from './StageGuestButton.tsx';
import { Control, controlIcon } from './Control.tsx';
import styles from './ControlBar.module.css';
import { DeviceButton } from './DeviceButton.tsx';
import { StreamButtons } from '../broadcast/StreamButtons.tsx';
import type { Controls } from './use-controls.ts';

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
