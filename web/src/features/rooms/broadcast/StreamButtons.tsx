import { IconBroadcast, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Control, controlIcon } from '../controls/Control.tsx';
import type { Controls } from '../controls/use-controls.ts';
import { useRoomParts, useSnapshot } from '../room/room-view.ts';

/** For a broadcast's host: hear the feed, which is silent here at first, and open the stream's panel. */
export function StreamButtons({ controls: { panel } }: { controls: Controls }) {
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
