import {
  IconAspectRatio,
  IconHandStop,
  IconMaximize,
  IconMessageCircle,
  IconMicrophone,
  IconMicrophoneOff,
  IconMinimize,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconUsers,
  IconVideo,
  IconVideoOff,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { Device } from '../media/permission-error.ts';
import { Control } from './Control.tsx';
import styles from './ControlBar.module.css';
import { ordinal } from './ordinal.ts';
import { useCapabilities, useOpenDialog, useRoomParts, useSnapshot, useView } from './room-view.ts';
import { type Controls, type DeviceControl, useControls } from './use-controls.ts';
import { useFullScreen } from './use-full-screen.ts';

const icon = { size: 22, stroke: 1.8, 'aria-hidden': true } as const;

const deviceIcons = {
  microphone: { on: IconMicrophone, off: IconMicrophoneOff },
  camera: { on: IconVideo, off: IconVideoOff },
} as const;

function deviceState({ on, may, waits }: DeviceControl, noVideo: boolean) {
  if (waits) return 'Waits';
  if (noVideo) return 'NoVideo';
  if (!may) return 'Closed';
  return on ? 'Off' : 'On';
}

function DeviceButton({ device, shortcut, controls }: { device: Device; shortcut: string; controls: Controls }) {
  const { t } = useTranslation('rooms');
  const busy = useSnapshot((snapshot) => snapshot.busy.has(device));
  const { [device]: control, noVideo } = controls;
  const { on, may, waits, toggle } = control;
  const Icon = deviceIcons[device][on || waits ? 'on' : 'off'];
  return (
    <Control
      label={t(`controls.${device}${deviceState(control, noVideo)}`)}
      shortcut={shortcut}
      icon={<Icon {...icon} />}
      tone={on || waits ? 'idle' : 'muted'}
      disabled={(noVideo && !waits) || !may}
      busy={busy && !waits}
      onClick={toggle}
    />
  );
}

/** Microphone, camera, screen, hand, chat, picture and settings. Whether a non-owner sees it is spec §2's rule. */
export function ControlBar() {
  const { t, language } = useTranslation('rooms');
  const { model, view } = useRoomParts();
  const can = useCapabilities();
  const controls = useControls();
  const fit = useView((one) => one.videoFitMode);
  const unread = useView((one) => one.unread);
  const waiting = useSnapshot((snapshot) => snapshot.live?.hands.length ?? 0);
  const busy = useSnapshot((snapshot) => snapshot.busy);
  const failed = useSnapshot((snapshot) => snapshot.error);
  const { full, possible, toggle } = useFullScreen();
  const open = useOpenDialog();
  const { isOwner } = model.me;
  const { noVideo, camera, screen, hand, panel } = controls;

  // Chat and full screen stay with everybody; the rest is shown by the rule.
  const general = (
    <>
      <Control
        label={t(panel.open && panel.tab === 'chat' ? 'controls.hideChat' : 'controls.showChat')}
        shortcut="C"
        icon={<IconMessageCircle {...icon} />}
        tone={panel.open && panel.tab === 'chat' ? 'on' : 'idle'}
        pressed={panel.open && panel.tab === 'chat'}
        badge={panel.open && panel.tab === 'chat' ? 0 : unread}
        onClick={panel.toggleChat}
      />
      <Control
        className={styles.fit}
        label={t(fit === 'cover' ? 'controls.contain' : 'controls.cover')}
        icon={<IconAspectRatio {...icon} />}
        pressed={fit === 'contain'}
        onClick={() => view.setState({ videoFitMode: fit === 'cover' ? 'contain' : 'cover' })}
      />
      {possible && (
        <Control
          className={can.maySeeViewers ? styles.desktopOnly : styles.full}
          label={t(full ? 'controls.exitFullScreen' : 'controls.fullScreen')}
          shortcut="F"
          icon={full ? <IconMinimize {...icon} /> : <IconMaximize {...icon} />}
          onClick={toggle}
        />
      )}
      {can.seesControls && (
        <Control
          className={camera.may ? undefined : styles.desktopOnly}
          label={t('controls.settings')}
          icon={<IconSettings {...icon} />}
          onClick={() => open({ kind: 'settings' })}
        />
      )}
    </>
  );

  return (
    <div
      className={styles.bar}
      role={can.seesControls ? 'toolbar' : 'group'}
      aria-label={t(can.seesControls ? 'controls.label' : 'controls.view')}
      data-error={failed || undefined}
      data-fades
    >
      {can.seesControls && (
        <>
          <DeviceButton device="microphone" shortcut="M" controls={controls} />
          <DeviceButton device="camera" shortcut="V" controls={controls} />
          {screen.may && (
            <Control
              className={styles.desktopOnly}
              label={t(noVideo ? 'controls.shareNoVideo' : screen.on ? 'controls.stopShare' : 'controls.share')}
              icon={screen.on ? <IconScreenShareOff {...icon} /> : <IconScreenShare {...icon} />}
              tone={screen.on ? 'on' : 'idle'}
              pressed={screen.on}
              disabled={noVideo}
              busy={busy.has('screen')}
              onClick={screen.toggle}
            />
          )}
          {!isOwner && hand.may && (
            <Control
              label={t(hand.place > 0 ? 'controls.lower' : 'controls.raise')}
              shortcut="H"
              icon={<IconHandStop {...icon} />}
              tone={hand.place > 0 ? 'hand' : 'idle'}
              text={hand.place > 0 ? t('controls.inLine', { place: ordinal(hand.place, language) }) : undefined}
              pressed={hand.place > 0}
              busy={busy.has('hand')}
              onClick={hand.toggle}
            />
          )}
          <span className={styles.line} aria-hidden="true" />
          {isOwner && (
            <Control
              label={t('controls.hands')}
              shortcut="H"
              icon={<IconHandStop {...icon} />}
              tone={panel.open && panel.tab === 'hands' ? 'on' : 'idle'}
              pressed={panel.open && panel.tab === 'hands'}
              badge={waiting}
              onClick={() => (panel.open && panel.tab === 'hands' ? panel.hide() : panel.show('hands'))}
            />
          )}
          {!isOwner && can.maySeeViewers && (
            <Control
              label={t('controls.people')}
              icon={<IconUsers {...icon} />}
              onClick={() => open({ kind: 'people' })}
            />
          )}
        </>
      )}
      {general}
      {isOwner && (
        <Control
          className={styles.phoneOnly}
          label={t('room.finish')}
          icon={<IconX {...icon} />}
          tone="end"
          onClick={() => open({ kind: 'finish' })}
        />
      )}
    </div>
  );
}
