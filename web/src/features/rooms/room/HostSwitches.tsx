import '#web/shared/styles/components.ts';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import {
  IconBadgeCc,
  IconEye,
  IconHandStop,
  IconMessageCircle,
  IconMicrophone2,
  IconMoodHeart,
  IconPlayerRecord,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { SlowModeRow } from '../chat/SlowModeRow.tsx';
import { TurnLengthRow } from '../hands/TurnLengthRow.tsx';
import styles from './Panels.module.css';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';

type Toggle = 'openMic' | 'chat' | 'raiseHand' | 'reactions' | 'captions' | 'recording' | 'screening';

function ToggleRow({ what, icon, on }: { what: Toggle; icon: ReactNode; on: boolean }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const wanted = useSnapshot((snapshot) => snapshot.busy.get(what));
  return (
    <label className={styles.toggle}>
      {icon}
      <span>{t(`switches.${what}`)}</span>
      <Switch
        checked={wanted ?? on}
        onChange={(event) => void model.toggle(what, event.currentTarget.checked)}
        aria-label={t(`switches.${what}`)}
      />
    </label>
  );
}

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/**
 * The switches of the owner and co-hosts; recording is the owner's. A broadcast has those of chat and reactions, once
 * it is live.
 */
export function HostSwitches() {
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const can = useCapabilities();
  const hands = can.mayChooseSpeaker;
  const { isOwner } = useRoomParts().model.me;
  if (!live.isLive) return null;
  return (
    <div className={styles.switches}>
      {hands && <ToggleRow what="openMic" icon={<IconMicrophone2 {...icon} />} on={live.openMic} />}
      <ToggleRow what="chat" icon={<IconMessageCircle {...icon} />} on={live.chatEnabled} />
      {live.chatEnabled && <SlowModeRow />}
      <ToggleRow what="reactions" icon={<IconMoodHeart {...icon} />} on={live.reactionsEnabled} />
      <ToggleRow what="captions" icon={<IconBadgeCc {...icon} />} on={live.captionsEnabled} />
      {hands && <TurnLengthRow />}
      {hands && <ToggleRow what="screening" icon={<IconEye {...icon} />} on={live.screening} />}
      {hands && <ToggleRow what="raiseHand" icon={<IconHandStop {...icon} />} on={live.raisedHandEnabled} />}
      {hands && isOwner && (
        <ToggleRow what="recording" icon={<IconPlayerRecord {...icon} />} on={live.recordingEnabled} />
      )}
    </div>
  );
}

/** How well the owner's picture is sent, measured in this browser. */
export function HealthLine() {
  const { t, language } = useTranslation('rooms');
  const { model } = useRoomParts();
  const health = useSnapshot((snapshot) => snapshot.media.health);
  const rate = health
    ? new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
        health.bitsPerSecond / 1_000_000,
      )
    : '';
  return (
    <p className={styles.health} data-quality={health?.quality}>
      {health ? (
        <>
          <strong>{t(`health.${health.quality}`)}</strong>
          <span>{t('health.picture', { height: health.height, fps: health.fps })}</span>
          <span>{t('health.rate', { value: rate })}</span>
        </>
      ) : (
        <span>{t(model.isRehearsal ? 'rehearsal:health' : 'health.idle')}</span>
      )}
    </p>
  );
}
