import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { useEventPage, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './Slate.module.css';

/** In place of a broadcast's picture, when it stopped: the cover, and that it comes back. Never the last frame. */
export function Slate({ hasFeed }: { hasFeed: boolean }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const shown = useSnapshot((snapshot) => snapshot.feed.shown);
  const noVideo = useSnapshot((snapshot) => snapshot.media.connection === 'none');
  if (shown === 'waiting' && !noVideo && !hasFeed) return <p className={styles.loading}>{t('room.loading')}</p>;
  if (shown !== 'slate' && shown !== 'unsupported' && !noVideo) return null;
  return (
    <CoverWith>
      {noVideo ? (
        <NoVideo />
      ) : shown === 'unsupported' ? (
        <UnsupportedWords isOwner={model.me.isOwner} />
      ) : model.me.isOwner ? (
        <HostWords />
      ) : (
        <ViewerWords />
      )}
    </CoverWith>
  );
}

/** The slate of viewers by HLS: their player knows that the picture has stopped. */
export function StoppedSlate() {
  return (
    <CoverWith>
      <ViewerWords />
    </CoverWith>
  );
}

/**
 * Where playlists do not reach a viewer by HLS any more, nobody knows whether the host still sends. Without the cover,
 * which would not be loaded either.
 */
export function CutOffSlate() {
  const { t } = useTranslation('broadcast');
  return (
    <div className={styles.slate}>
      <div className={styles.words}>
        <h2>{t('cutOff.title')}</h2>
        <p>{t('cutOff.text')}</p>
      </div>
    </div>
  );
}

function CoverWith({ children }: { children: ReactNode }) {
  const page = useEventPage();
  return (
    <div className={styles.slate}>
      <div className={styles.cover}>
        <Cover src={page.event.event_cover_image} eager />
      </div>
      <div className={styles.words}>{children}</div>
    </div>
  );
}

function NoVideo() {
  const { t } = useTranslation('rooms');
  return <p>{t('room.noVideo')}</p>;
}

/** The picture is there, and this browser cannot show it. */
function UnsupportedWords({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation('broadcast');
  const state = useSnapshot((snapshot) => snapshot.vp8.state);
  const isComing = state === 'starting' || state === 'ready';
  const why =
    state === 'busy' ? 'unsupported.busy' : state === 'not_allowed' && !isOwner ? 'unsupported.notSent' : null;
  return (
    <>
      <h2>{t(isComing ? 'unsupported.starting' : 'unsupported.title')}</h2>
      {isComing ? (
        <p>{t('unsupported.startingText')}</p>
      ) : (
        <p>
          {why && `${t(why)} `}
          {t(isOwner ? 'unsupported.textOwner' : 'unsupported.text')}
        </p>
      )}
      {state === 'not_allowed' && isOwner && <p>{t('unsupported.allow', { name: t('vp8.switch') })}</p>}
    </>
  );
}

function ViewerWords() {
  const { t } = useTranslation('broadcast');
  return (
    <>
      <h2>{t('slate.title')}</h2>
      <p>{t('slate.text')}</p>
    </>
  );
}

/** The host reads why there is no picture, and what to do. */
function HostWords() {
  const { t } = useTranslation('broadcast');
  const { model } = useRoomParts();
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const opening = useSnapshot((snapshot) => snapshot.busy.has('camera') || snapshot.busy.has('source'));
  const taken = useSnapshot(({ media }) => media.interrupted.includes('camera'));
  const isEncoder = live.source === 'encoder';
  const lost = isEncoder && live.ingestState !== 'waiting';
  const title = !isEncoder ? 'camera' : lost ? 'lost' : 'none';
  const texts = {
    camera: live.isLive ? 'offLive' : 'cameraText',
    lost: live.isLive ? 'lostLive' : 'lostText',
    none: live.isLive ? 'encoderLive' : 'encoder',
  } as const;
  return (
    <>
      <h2>{t(taken ? 'rooms:room.cameraTaken' : `preview.${title}`)}</h2>
      <p>{t(taken ? 'rooms:room.cameraTakenText' : `preview.${texts[title]}`)}</p>
      {(!isEncoder || live.isLive || lost) && (
        <Button
          variant={isEncoder ? 'glass' : 'filled'}
          loading={opening}
          onClick={() => void model.selectSource('camera')}
        >
          {t('preview.cameraOn')}
        </Button>
      )}
    </>
  );
}
