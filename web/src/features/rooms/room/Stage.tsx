import { Button } from '@mantine/core';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { isAway } from '../media/media-model.ts';
import { useRoomParts, useSnapshot, useView } from './room-view.ts';
import { SpeakerTile } from './SpeakerTile.tsx';
import styles from './Stage.module.css';
import { useFullScreen } from './use-full-screen.ts';
import { VideoSurface } from './VideoSurface.tsx';

/** The main picture (the owner's screen, else camera) and the small ones above it. */
export function Stage() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const media = useSnapshot((snapshot) => snapshot.media);
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const opening = useSnapshot((snapshot) => snapshot.busy.has('camera'));
  const fit = useView((view) => view.videoFitMode);
  const { toggle } = useFullScreen();
  const { owner, speaking } = live;
  const frozen = media.connection === 'reconnecting';
  const ownerFeeds = media.feeds.filter((feed) => feed.username === owner.username);
  const main = ownerFeeds.find((feed) => feed.source === 'screen') ?? ownerFeeds[0] ?? null;
  const speakerFeed = speaking ? (media.feeds.find((feed) => feed.username === speaking.username) ?? null) : null;
  const second = main?.source === 'screen' ? (ownerFeeds.find((feed) => feed.source === 'camera') ?? null) : null;
  return (
    <div className={styles.stage} data-stage onDoubleClick={toggle}>
      <VideoSurface feed={main} fit={fit} frozen={frozen} label={owner.username} />
      {!main && !frozen && (
        <div className={styles.empty}>
          <Avatar username={owner.username} src={owner.avatar} size={112} />
          {media.connection === 'none' ? (
            <p role="status">{t('room.noVideo')}</p>
          ) : media.connection === 'connecting' ? (
            <p>{t('room.loading')}</p>
          ) : model.me.isOwner ? (
            <>
              <p>{t('room.cameraOffOwn')}</p>
              <p className={styles.small}>{t(media.microphone ? 'room.cameraOffHeard' : 'room.cameraOffOwnText')}</p>
              <Button loading={opening} onClick={() => void model.goOnAir()}>
                {t(media.microphone ? 'preview.cameraOn' : 'turn.go')}
              </Button>
            </>
          ) : (
            <p>{t(isAway(media, owner.username) ? 'room.hostAway' : 'room.cameraOff', { name: owner.username })}</p>
          )}
        </div>
      )}
      <div className={styles.topShade} data-fades />
      <div className={styles.bottomShade} data-fades="wide" />
      {speaking && (
        <SpeakerTile
          person={speaking}
          feed={speakerFeed}
          corner="topRight"
          frozen={frozen}
          onAir={media.dominant === speaking.username}
        />
      )}
      {second && (
        <SpeakerTile
          person={owner}
          feed={second}
          corner={speaking ? 'bottomRight' : 'topRight'}
          frozen={frozen}
          onAir={media.dominant === owner.username}
        />
      )}
    </div>
  );
}
