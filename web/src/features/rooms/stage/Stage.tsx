import { lazy, Suspense } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Slate } from '../broadcast/Slate.tsx';
import { isAway } from '../media/media-model.ts';
import { arrangeStage } from './arrange-stage.ts';
import { useRoomParts, useSnapshot, useView } from '../room-view.ts';
import { SpeakerTiles } from './SpeakerTiles.tsx';
import styles from './Stage.module.css';
import { useFullScreen } from '../controls/use-full-screen.ts';
import { VideoSurface } from './VideoSurface.tsx';

/** With the player's library: only viewers by HLS load it. */
const HlsStage = lazy(() => import('../hls/HlsStage.tsx'));

/** The main picture and the small ones above it. */
export function Stage() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const media = useSnapshot((snapshot) => snapshot.media);
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const opening = useSnapshot((snapshot) => snapshot.busy.has('camera'));
  const byFiles = useSnapshot((snapshot) => snapshot.delivery === 'hls');
  const fit = useView((view) => view.videoFitMode);
  const { toggle } = useFullScreen();
  const { owner } = live;
  const frozen = media.connection === 'reconnecting';
  const taken = media.interrupted.includes('camera');
  const copied = useSnapshot((snapshot) => snapshot.vp8.feeds);
  const { main, tiles } = arrangeStage(live, copied ?? media.feeds);
  return (
    <div className={styles.stage} data-stage onDoubleClick={toggle}>
      {byFiles ? (
        <Suspense fallback={<p className={styles.loading}>{t('room.loading')}</p>}>
          <HlsStage />
        </Suspense>
      ) : (
        <VideoSurface feed={main.feed} fit={fit} frozen={frozen} label={main.person.username} />
      )}
      {live.source !== null && !byFiles && <Slate hasFeed={main.feed !== null} />}
      {live.source === null && !main.feed && !frozen && (
        <div className={styles.empty}>
          <Avatar username={owner.username} src={owner.avatar} size={112} />
          {media.connection === 'none' ? (
            <p role="status">{t('room.noVideo')}</p>
          ) : media.connection === 'connecting' ? (
            <p>{t('room.loading')}</p>
          ) : model.me.isOwner ? (
            <>
              <p>{t(taken ? 'room.cameraTaken' : 'room.cameraOffOwn')}</p>
              <p className={styles.small}>
                {t(taken ? 'room.cameraTakenText' : media.microphone ? 'room.cameraOffHeard' : 'room.cameraOffOwnText')}
              </p>
              <Button loading={opening} onClick={() => void model.goOnAir()}>
                {t(media.microphone ? 'preview.cameraOn' : live.isLive ? 'turn.go' : 'preview.devicesOn')}
              </Button>
            </>
          ) : (
            !media.audioOnly && (
              <p>{t(isAway(media, owner.username) ? 'room.hostAway' : 'room.cameraOff', { name: owner.username })}</p>
            )
          )}
        </div>
      )}
      <p className={styles.audioOnly} role="status">
        {media.audioOnly && t('room.audioOnly')}
      </p>
      <div className={styles.topShade} data-fades />
      <div className={styles.bottomShade} data-fades="wide" />
      <SpeakerTiles tiles={tiles} corners={['topRight', 'bottomRight', 'bottomLeft']} frozen={frozen} />
    </div>
  );
}
