import '#web/shared/styles/components.ts';
import { ActionIcon } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff, IconVolume } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { playTestSound } from '../media/level-meter.ts';
import { DevicePicker } from './DevicePicker.tsx';
import { Level } from './Level.tsx';
import styles from './Preview.module.css';
import type { PreviewDevice } from './use-preview.ts';

/** One's own picture, switches, device pickers, level and a test sound. */
export function Preview({ camera, microphone }: { camera: PreviewDevice; microphone: PreviewDevice }) {
  const { t } = useTranslation('rooms');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = camera.track ? new MediaStream([camera.track]) : null;
  }, [camera.track]);
  return (
    <section className={styles.preview} aria-label={t('preview.label')}>
      <div className={styles.picture}>
        <video
          ref={video}
          className={styles.video}
          autoPlay
          muted
          playsInline
          hidden={!camera.track}
          aria-label={t('preview.label')}
        />
        {!camera.track && (
          <div className={styles.off}>
            <IconVideoOff size={32} stroke={1.6} aria-hidden="true" />
            <strong>{t('preview.off')}</strong>
            <span>{t('preview.offText')}</span>
          </div>
        )}
        <div className={styles.switches}>
          <ActionIcon
            variant="glass"
            size={48}
            data-off={!microphone.track || undefined}
            className={styles.switch}
            aria-pressed={microphone.track !== null}
            aria-label={t(microphone.track ? 'preview.microphoneOff' : 'preview.microphoneOn')}
            onClick={() => microphone.setOn(!microphone.track)}
          >
            {microphone.track ? (
              <IconMicrophone size={22} stroke={1.8} />
            ) : (
              <IconMicrophoneOff size={22} stroke={1.8} />
            )}
          </ActionIcon>
          <ActionIcon
            variant="glass"
            size={48}
            data-off={!camera.track || undefined}
            className={styles.switch}
            aria-pressed={camera.track !== null}
            aria-label={t(camera.track ? 'preview.cameraOff' : 'preview.cameraOn')}
            onClick={() => camera.setOn(!camera.track)}
          >
            {camera.track ? <IconVideo size={22} stroke={1.8} /> : <IconVideoOff size={22} stroke={1.8} />}
          </ActionIcon>
        </div>
      </div>
      <div className={styles.devices}>
        <DevicePicker
          label={t('preview.camera')}
          icon={<IconVideo size={20} stroke={1.6} />}
          choices={camera.choices}
          chosen={camera.chosen}
          onChoose={camera.choose}
        />
        <DevicePicker
          label={t('preview.microphone')}
          icon={<IconMicrophone size={20} stroke={1.6} />}
          choices={microphone.choices}
          chosen={microphone.chosen}
          onChoose={microphone.choose}
        />
        <div className={styles.level}>
          <IconMicrophone size={20} stroke={1.6} aria-hidden="true" />
          <Level track={microphone.track} label={t('preview.level')} />
        </div>
        <button type="button" className={styles.test} onClick={playTestSound}>
          <IconVolume size={20} stroke={1.6} aria-hidden="true" />
          {t('preview.testSound')}
        </button>
      </div>
    </section>
  );
}
