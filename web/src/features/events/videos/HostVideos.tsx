import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, type RefObject } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { videoTypes } from '@frontrow/core/events/event-video.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { videoPlaces, type VideoPlace } from './event-videos.ts';
import styles from './HostVideos.module.css';
import { useVideoUpload, type Sending } from './use-video-upload.ts';

const percent = 100;

function Progress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { t } = useTranslation('hosting');
  const done = Math.round(sending.share * percent);
  const line =
    sending.secondsLeft === undefined
      ? t('videos.percent', { percent: done })
      : t('videos.left', { percent: done, seconds: sending.secondsLeft });
  return (
    <div className={styles.tile}>
      <p className={styles.name}>{sending.name}</p>
      <progress className={styles.progress} max={percent} value={done} aria-label={t('videos.uploading')} />
      <p className={styles.soft}>{line}</p>
      <Button variant="subtle" size="xs" aria-label={t('videos.cancelOf', { name: sending.name })} onClick={onCancel}>
        {t('videos.cancel')}
      </Button>
    </div>
  );
}

/** The pressed button disappears: the focus moves to what took its place. */
function useHeldFocus(phase: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    if (document.activeElement === document.body)
      place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [phase]);
  return place;
}

function Place({ event, place, title }: { event: WireEvent; place: VideoPlace; title: string }) {
  const { t } = useTranslation('hosting');
  const { sending, removing, failure, send, remove, cancel } = useVideoUpload(event.event_uuid, place);
  const input = useRef<HTMLInputElement>(null);
  const screen = t(place.landscape ? 'videos.desktop' : 'videos.mobile');
  const src = event[place.wire];
  const named = { video: `${title}, ${screen}` };
  const box = useHeldFocus(sending ? 'sending' : src === null ? 'empty' : 'filled');
  return (
    <div ref={box}>
      {sending ? (
        <Progress sending={sending} onCancel={cancel} />
      ) : src === null ? (
        <button type="button" className={`${styles.tile} ${styles.empty}`} onClick={() => input.current?.click()}>
          <IconUpload size={22} stroke={1.7} aria-hidden="true" />
          <span className="fr-visually-hidden">{t('videos.upload', { video: title })}</span>
          <span className={styles.screen}>{screen}</span>
          <span className={styles.soft}>{t(place.landscape ? 'videos.wide' : 'videos.tall')}</span>
        </button>
      ) : (
        <div className={`${styles.tile} ${styles.filled}`}>
          {/* Shown as a still picture, without sound. */}
          <video src={src} preload="metadata" muted playsInline aria-hidden="true" tabIndex={-1} />
          <span className={styles.pill}>{screen}</span>
          <div className={styles.tools}>
            <Button
              size="xs"
              variant="default"
              aria-label={t('videos.replace', named)}
              onClick={() => input.current?.click()}
            >
              {t('videos.replaceShort')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={t('videos.remove', named)}
              loading={removing}
              onClick={() => void remove()}
            >
              {t('videos.removeShort')}
            </Button>
          </div>
        </div>
      )}
      {failure && (
        <p className={styles.problem}>
          {failure.message}
          {failure.unreadable && <span>{t('videos.unreadable')}</span>}
        </p>
      )}
      {failure?.again && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('videos.retryOf', named)}
          onClick={() => void send(failure.again!)}
        >
          {t('videos.retry')}
        </Button>
      )}
      <Picker input={input} onFile={(file) => void send(file)} />
    </div>
  );
}

const Picker = ({ input, onFile }: { input: RefObject<HTMLInputElement | null>; onFile: (file: File) => void }) => (
  <input
    ref={input}
    type="file"
    accept={`${videoTypes.join(',')},.mp4,.mov`}
    className="fr-visually-hidden"
    tabIndex={-1}
    aria-hidden="true"
    onChange={(event) => {
      const file = event.currentTarget.files?.[0];
      event.currentTarget.value = '';
      if (file) onFile(file);
    }}
  />
);

/** Upload tools for presentation and thanks videos: only for a creator with advertising, never on a phone or tablet. */
export default function HostVideos({ event }: { event: WireEvent }) {
  const { t } = useTranslation('hosting');
  return (
    <section>
      <h2 className={styles.title}>{t('videos.title')}</h2>
      <p className={styles.help}>{t('videos.help')}</p>
      <div className={styles.groups}>
        {(['presentation', 'thanks'] as const).map((which) => (
          <div key={which} role="group" aria-label={t(`videos.${which}`)}>
            <h3 className={styles.group}>{t(`videos.${which}`)}</h3>
            <div className={styles.tiles}>
              {videoPlaces[which].map((place) => (
                <Place key={place.slot} event={event} place={place} title={t(`videos.${which}`)} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
