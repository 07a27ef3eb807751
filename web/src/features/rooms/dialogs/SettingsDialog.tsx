import '#web/shared/styles/components.ts';
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { IconMicrophone, IconVideo } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { DevicePicker } from '../instructions/DevicePicker.tsx';
import { Level } from '../instructions/Level.tsx';
import { chosenDevice, type DeviceChoice, type DeviceKind, listDevices, onDevicesChange } from '../media/devices.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import { VideoSurface } from '../stage/VideoSurface.tsx';
import styles from './dialogs.module.css';
import { RoomDialog } from './RoomDialog.tsx';

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

/** Camera with its preview, and microphone with its level. Devices that are off stay off. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const camera = useDevices('videoinput');
  const microphone = useDevices('audioinput');
  const media = useSnapshot((snapshot) => snapshot.media);
  const own = media.feeds.find((feed) => feed.local && feed.source === 'camera') ?? null;
  const track = media.microphone ? model.microphoneTrack() : null;
  return (
    <RoomDialog title={t('settings.title')} onClose={onClose} size={520}>
      <Tabs defaultValue="video">
        <Tabs.List>
          <Tabs.Tab value="video">{t('settings.video')}</Tabs.Tab>
          <Tabs.Tab value="audio">{t('settings.audio')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="video" className={styles.tab}>
          <div className={styles.preview}>
            <VideoSurface feed={own} fit="cover" frozen={false} label={t('settings.preview')} />
            {!own && <p className={styles.off}>{t('preview.off')}</p>}
          </div>
          <DevicePicker
            label={t('settings.camera')}
            icon={<IconVideo size={20} stroke={1.6} />}
            choices={camera.choices}
            chosen={camera.chosen}
            onChoose={camera.choose}
          />
        </Tabs.Panel>
        <Tabs.Panel value="audio" className={styles.tab}>
          <DevicePicker
            label={t('settings.microphone')}
            icon={<IconMicrophone size={20} stroke={1.6} />}
            choices={microphone.choices}
            chosen={microphone.chosen}
            onChoose={microphone.choose}
          />
          <div className={styles.level}>
            <IconMicrophone size={20} stroke={1.6} aria-hidden="true" />
            <Level track={track} label={t('settings.level')} />
          </div>
        </Tabs.Panel>
      </Tabs>
      <Button variant="default" fullWidth onClick={onClose}>
        {t('people.close')}
      </Button>
    </RoomDialog>
  );
}
