import '#web/shared/styles/components.ts';
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { IconMicrophone, IconVideo } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { DevicePicker } from '../devices/DevicePicker.tsx';
import { Level } from '../devices/Level.tsx';
import { usePreview } from '../devices/use-preview.ts';
import { chosenDevice, type DeviceChoice, type DeviceKind, listDevices, onDevicesChange } from '../media/devices.ts';
import type { Feed } from '../media/media-model.ts';
import type { Device } from '../media/permission-error.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import { VideoSurface } from '../stage/VideoSurface.tsx';
import styles from './dialogs.module.css';
import { RoomDialog } from './RoomDialog.tsx';
import { usePlayedTrack } from '../media/use-played-track.ts';

function useDevices(kind: DeviceKind): {
  choices: readonly DeviceChoice[];
  chosen: string | null;
  choose: (id: string) => void;
} {
  const { model } = useRoomParts();
  const [choices, setChoices] = useState<readonly DeviceChoice[]>([]);
  const [chosen, setChosen] = useState(() => chosenDevice(kind));
  useEffect(() => {
    const look = (): void => void listDevices(kind).then(setChoices, () => undefined);
    look();
    return onDevicesChange(look);
  }, [kind]);
  return {
    choices,
    chosen,
    choose: (id) => {
      setChosen(id);
      void model.switchDevice(kind, id).then(() => setChosen(chosenDevice(kind)));
    },
  };
}

/** Camera and microphone: as they are sent or, while they are off, as they would be. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const media = useSnapshot((snapshot) => snapshot.media);
  const own = media.feeds.find((feed) => feed.local && feed.source === 'camera') ?? null;
  const track = media.microphone ? model.microphoneTrack() : null;
  return (
    <RoomDialog title={t('settings.title')} onClose={onClose} size={520}>
      {/* A tab that is not shown opens no device. */}
      <Tabs defaultValue="video" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="video">{t('settings.video')}</Tabs.Tab>
          <Tabs.Tab value="audio">{t('settings.audio')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="video" className={styles.tab}>
          {own ? <SentCamera feed={own} /> : <CameraTest />}
        </Tabs.Panel>
        <Tabs.Panel value="audio" className={styles.tab}>
          {media.microphone ? <SentMicrophone track={track} /> : <MicrophoneTest />}
        </Tabs.Panel>
      </Tabs>
      <Button variant="default" fullWidth onClick={onClose}>
        {t('people.close')}
      </Button>
    </RoomDialog>
  );
}

function SentCamera({ feed }: { feed: Feed }) {
  const { t } = useTranslation('rooms');
  const camera = useDevices('videoinput');
  return (
    <>
      <div className={styles.preview}>
        <VideoSurface feed={feed} fit="cover" frozen={false} label={t('settings.preview')} />
      </div>
      <CameraPicker choices={camera.choices} chosen={camera.chosen} onChoose={camera.choose} />
    </>
  );
}

/** The chosen camera, open for its owner alone until the tab or the dialog closes. */
function CameraTest() {
  const { t } = useTranslation('rooms');
  const { track, setOn, ...camera } = useTestedDevice('camera');
  const video = usePlayedTrack<HTMLVideoElement>(track);
  return (
    <>
      <div className={styles.preview}>
        <video
          ref={video}
          className={styles.test}
          autoPlay
          muted
          playsInline
          disablePictureInPicture
          hidden={!track}
          aria-label={t('settings.preview')}
        />
        {!track && (
          <div className={styles.off}>
            <Button variant="default" onClick={() => setOn(true)}>
              {t('settings.testCamera')}
            </Button>
          </div>
        )}
      </div>
      <p className={styles.unsent}>{t('settings.cameraOff')}</p>
      <CameraPicker {...camera} />
    </>
  );
}

function SentMicrophone({ track }: { track: MediaStreamTrack | null }) {
  const microphone = useDevices('audioinput');
  return (
    <>
      <MicrophonePicker choices={microphone.choices} chosen={microphone.chosen} onChoose={microphone.choose} />
      <MicrophoneLevel track={track} />
    </>
  );
}

/** The level of the chosen microphone, which no one else hears. */
function MicrophoneTest() {
  const { t } = useTranslation('rooms');
  const { track, setOn, ...microphone } = useTestedDevice('microphone');
  return (
    <>
      <MicrophonePicker {...microphone} />
      {track ? (
        <MicrophoneLevel track={track} />
      ) : (
        <Button variant="default" onClick={() => setOn(true)}>
          {t('settings.testMicrophone')}
        </Button>
      )}
      <p className={styles.unsent}>{t('settings.microphoneOff')}</p>
    </>
  );
}

/** A device that is off in the room, opened to try it; opened without a tap where the browser has permission. */
function useTestedDevice(device: Device) {
  const { model } = useRoomParts();
  const { track, choices, chosen, setOn, choose } = usePreview(device, false);
  return {
    track,
    choices,
    chosen,
    setOn,
    onChoose: (id: string) => {
      choose(id);
      void model.switchDevice(device === 'camera' ? 'videoinput' : 'audioinput', id);
    },
  };
}

type PickerProps = Pick<ComponentProps<typeof DevicePicker>, 'choices' | 'chosen' | 'onChoose'>;

function CameraPicker(picker: PickerProps) {
  const { t } = useTranslation('rooms');
  return <DevicePicker label={t('settings.camera')} icon={<IconVideo size={20} stroke={1.6} />} {...picker} />;
}

function MicrophonePicker(picker: PickerProps) {
  const { t } = useTranslation('rooms');
  return <DevicePicker label={t('settings.microphone')} icon={<IconMicrophone size={20} stroke={1.6} />} {...picker} />;
}

function MicrophoneLevel({ track }: { track: MediaStreamTrack | null }) {
  const { t } = useTranslation('rooms');
  return (
    <div className={styles.level}>
      <IconMicrophone size={20} stroke={1.6} aria-hidden="true" />
      <Level track={track} label={t('settings.level')} />
    </div>
  );
}
