import '#web/shared/styles/components.ts';
import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPlayFilled, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { twoDigits } from '#web/shared/format/two-digits.ts';
import styles from './PlayOnce.module.css';

interface PlayOnceProps {
  src: string;
  cover: string;
  /** Label of the play button. */
  label: string;
  sizes: string;
  /** Starts automatically without sound, unless the reader wants less motion. */
  autoPlay?: boolean;
}

const minuteSeconds = 60;
const clock = (seconds: number): string =>
  `${Math.floor(seconds / minuteSeconds)}:${twoDigits(Math.floor(seconds % minuteSeconds))}`;

/** Plays a video once; then the cover returns with a button that plays it again with sound. */
export default function PlayOnce({ src, cover, label, sizes, autoPlay = false }: PlayOnceProps) {
  const { t } = useTranslation('event');
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const video = useRef<HTMLVideoElement>(null);
  const [byItself] = useState(autoPlay && !still);
  const [shown, setShown] = useState(false);
  const [muted, setMuted] = useState(byItself);
  const [length, setLength] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  /** The pressed button is replaced by another, which gets the focus. */
  const held = useRef(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // Started only once the page runs: events of a video before that have no listener, and it would stay hidden.
    if (element.readyState > 0) setLength(element.duration);
    if (byItself) element.play().catch(() => setShown(false));
  }, [byItself]);
  useEffect(() => {
    if (held.current) box.current?.querySelector('button')?.focus({ preventScroll: true });
    held.current = false;
  }, [shown]);
  const show = (next: boolean) => {
    held.current = box.current?.contains(document.activeElement) ?? false;
    setShown(next);
  };
  const play = () => {
    if (!video.current) return;
    video.current.muted = false;
    setMuted(false);
    video.current.currentTime = 0;
    // A browser that cannot play it keeps the cover.
    video.current.play().catch(() => setShown(false));
  };
  const toggle = () => {
    if (!video.current) return;
    video.current.muted = !muted;
    setMuted(!muted);
  };
  return (
    <div ref={box} className={styles.box}>
      <Cover src={cover} eager sizes={sizes} />
      {/* Hosts upload one file without captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        className={styles.video}
        data-shown={shown}
        aria-hidden={!shown}
        src={src}
        muted={muted}
        playsInline
        preload={byItself ? 'auto' : 'metadata'}
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onPlaying={() => show(true)}
        onEnded={() => show(false)}
        onError={() => show(false)}
      />
      {shown ? (
        <ActionIcon
          variant="glass"
          className={styles.sound ?? ''}
          aria-label={t(muted ? 'video.soundOn' : 'video.soundOff')}
          onClick={toggle}
        >
          {muted ? (
            <IconVolumeOff size={20} stroke={1.7} aria-hidden="true" />
          ) : (
            <IconVolume size={20} stroke={1.7} aria-hidden="true" />
          )}
        </ActionIcon>
      ) : (
        <button type="button" className={styles.play} onClick={play}>
          <span className={styles.round}>
            <IconPlayerPlayFilled size={18} aria-hidden="true" />
          </span>
          {label}
          {length !== null && Number.isFinite(length) && ` · ${clock(length)}`}
        </button>
      )}
    </div>
  );
}
