import '#web/shared/styles/components.ts';
import { ActionIcon } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff, IconVolume } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { playTestSound } from '../media/level-meter.ts';
import type { Device } from '../media/permission-error.ts';
import { DevicePicker } from '../devices/DevicePicker.tsx';
import { Level } from '../devices/Level.tsx';
import styles from './Preview.module.css';
import type { PreviewDevice } from '../devices/use-preview.ts';
import { usePlayedTrack } from '../media/use-played-track.ts';

const icons = {
  microphone: { on: IconMicrophone, off: IconMicrophoneOff },
  camera: { on: IconVideo, off: IconVideoOff },
} as const;

function DeviceSwitch({ device, preview }: { device: Device; preview: PreviewDevice }) {
  const { t } = useTranslation('rooms');
  const isOn = preview.track !== null;
  const Icon = icons[device][isOn ? 'on' : 'off'];
  return (
    <ActionIcon
      variant="glass"
      size={48}
      data-off={!isOn || undefined}
      className={styles.switch}
      aria-pressed={isOn}
      aria-label={t(`preview.${device}${isOn ? 'Off' : 'On'}`)}
      onClick={() => preview.setOn(!isOn)}
    >
      <Icon size={22} stroke={1.8} />
    </ActionIcon>
  );
}

/** The own picture, switches, device pickers, microphone level and a test sound. */
export function Preview({ camera, microphone }: { camera: PreviewDevice; microphone: PreviewDevice }) {
  const { t } = useTranslation('rooms');
  const video = usePlayedTrack<HTMLVideoElement>(camera.track);
  return (
    <section className={styles.preview} aria-label={t('preview.label')}>
      <div className={styles.picture}>
        <video
          ref={video}
          className={styles.video}
          autoPlay
          muted
          playsInline
          disablePictureInPicture
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
          <DeviceSwitch device="microphone" preview={microphone} />
          <DeviceSwitch device="camera" preview={camera} />
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
