import {
  IconAspectRatio,
  IconMaximize,
  IconMessageCircle,
  IconMinimize,
  IconSettings,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { CaptionsControl } from './Captions.tsx';
import { ReactionsControl } from './Reactions.tsx';
import { useCapabilities, useOpenDialog, useRoomParts, useSnapshot, useView } from '../room-view.ts';
import { Control, controlIcon } from './Control.tsx';
import { PictureInPicture } from './PictureInPicture.tsx';
import styles from './ControlBar.module.css';
import { StageControls } from './StageControls.tsx';
import { type Controls, useControls } from './use-controls.ts';
import { useFullScreen } from './use-full-screen.ts';

/** Chat and picture, which everybody may control. */
function ViewControls({ controls: { panel } }: { controls: Controls }) {
  const { t } = useTranslation('rooms');
  const { view } = useRoomParts();
  const can = useCapabilities();
  const fit = useView((one) => one.videoFitMode);
  const unread = useView((one) => one.unread);
  const { full, possible, toggle } = useFullScreen();
  const isChatShown = panel.open && panel.tab === 'chat';
  return (
    <>
      <Control
        label={t(isChatShown ? 'controls.hideChat' : 'controls.showChat')}
        shortcut="C"
        icon={<IconMessageCircle {...controlIcon} />}
        tone={isChatShown ? 'on' : 'idle'}
        pressed={isChatShown}
        badge={isChatShown ? 0 : unread}
        onClick={panel.toggleChat}
      />
      {can.seesReactions && <ReactionsControl />}
      <CaptionsControl />
      <Control
        className={
          can.maySelectSource ? styles.desktopOnly : `${styles.fit} ${can.maySeeViewers ? styles.moderatorFit : ''}`
        }
        label={t(fit === 'cover' ? 'controls.contain' : 'controls.cover')}
        icon={<IconAspectRatio {...controlIcon} />}
        pressed={fit === 'contain'}
        onClick={() => view.setState({ videoFitMode: fit === 'cover' ? 'contain' : 'cover' })}
      />
      <PictureInPicture />
      {possible && (
        <Control
          className={can.maySeeViewers ? styles.desktopOnly : styles.full}
          label={t(full ? 'controls.exitFullScreen' : 'controls.fullScreen')}
          shortcut="F"
          icon={full ? <IconMinimize {...controlIcon} /> : <IconMaximize {...controlIcon} />}
          onClick={toggle}
        />
      )}
    </>
  );
}

/**
 * The buttons over the picture. Everybody has those for chat and picture; core's capabilities decide who sees the rest.
 */
export function ControlBar() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const controls = useControls();
  const failed = useSnapshot((snapshot) => snapshot.error);
  const open = useOpenDialog();
  return (
    <div
      // Where nothing is enabled there is no bar: chat and picture have buttons in the corner.
      className={can.seesControls ? styles.bar : styles.corner}
      role={can.seesControls ? 'toolbar' : 'group'}
      aria-label={t(can.seesControls ? 'controls.label' : 'controls.view')}
      data-error={failed || undefined}
      data-fades
    >
      {can.seesControls && <StageControls controls={controls} />}
      <ViewControls controls={controls} />
      {can.seesControls && (
        <Control
          className={controls.camera.may ? undefined : styles.desktopOnly}
          label={t('controls.settings')}
          icon={<IconSettings {...controlIcon} />}
          onClick={() => open({ kind: 'settings' })}
        />
      )}
      {can.mayFinish && (
        <Control
          className={styles.phoneOnly}
          label={t(model.isRehearsal ? 'rehearsal:end' : 'room.finish')}
          icon={<IconX {...controlIcon} />}
          tone="end"
          onClick={() => (model.isRehearsal ? model.leave() : open({ kind: 'finish' }))}
        />
      )}
    </div>
  );
}
