import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { Feed } from '../media/media-model.ts';
import styles from './VideoSurface.module.css';

interface VideoSurfaceProps {
  feed: Feed | null;
  fit: 'cover' | 'contain';
  /** Keeps the last frame while the connection is lost. */
  frozen: boolean;
  label: string;
}

/** Copies the current frame, so that it stays when the track ends. */
function keepFrame(from: HTMLVideoElement | null, to: HTMLCanvasElement | null): void {
  if (!from || !to || from.videoWidth === 0) return;
  to.width = from.videoWidth;
  to.height = from.videoHeight;
  to.getContext('2d')?.drawImage(from, 0, 0);
  to.dataset['kept'] = 'true';
}

/** One picture. It says when it is loading, and keeps the last frame when the connection is lost. */
export function VideoSurface({ feed, fit, frozen, label }: VideoSurfaceProps) {
  const { t } = useTranslation('rooms');
  const video = useRef<HTMLVideoElement>(null);
  const still = useRef<HTMLCanvasElement>(null);

  // Written to the elements directly, so that frames render nothing.
  useLayoutEffect(() => {
    const element = video.current;
    const canvas = still.current;
    if (!feed || !element) return undefined;
    const detach = feed.attach(element);
    const seen = (): void => {
      element.dataset['playing'] = 'true';
      if (canvas) delete canvas.dataset['kept'];
    };
    element.addEventListener('playing', seen);
    return () => {
      keepFrame(element, canvas);
      element.removeEventListener('playing', seen);
      detach();
      delete element.dataset['playing'];
    };
  }, [feed]);

  useEffect(() => {
    if (frozen) keepFrame(video.current, still.current);
    else if (!feed && still.current) delete still.current.dataset['kept'];
  }, [frozen, feed]);

  const mirrored = feed?.local === true && feed.source === 'camera' && !feed.facesAway;
  return (
    <div
      className={styles.surface}
      data-fit={feed?.source === 'screen' ? 'contain' : fit}
      data-frozen={frozen || undefined}
      data-mirrored={mirrored || undefined}
    >
      <canvas ref={still} className={styles.still} aria-hidden="true" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- live video has no captions */}
      <video
        ref={video}
        className={styles.video}
        autoPlay
        muted={feed?.local}
        playsInline
        // Firefox would lay its own button over the right of the picture, where faces and controls are.
        disablePictureInPicture
        hidden={!feed}
        aria-label={label}
      />
      {feed && <p className={styles.loading}>{t('room.loading')}</p>}
    </div>
  );
}
