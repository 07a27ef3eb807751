import {
  IconBadgeCc,
  IconBadgeCcFilled,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconSettings,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { spanOf } from '@frontrow/core/broadcast/replay-composition.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './ComposedPlayer.module.css';
import type { Player } from './use-player.ts';

export const skipMs = 10_000;
const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface PlayerControlsProps {
  player: Player;
  muted: boolean;
  onMute: () => void;
  /** Whether they are shown; undefined where there are none. */
  captions: boolean | undefined;
  onCaptions: () => void;
  onFullScreen: () => void;
}

/** Play, skip, position, speed, sound, captions and full screen. */
export function PlayerControls({ player, muted, onMute, captions, onCaptions, onFullScreen }: PlayerControlsProps) {
  const { t, language } = useTranslation('replay');
  const { recorded, at, playing, rate, seek, play, setRate } = player;
  const { begins, ends } = spanOf(recorded.tracks);
  const length = formatCountdown(ends - begins);
  const position = formatCountdown(at - begins);
  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={styles.button}
        aria-label={t(playing ? 'pause' : 'play')}
        onClick={() => play(!playing)}
      >
        {playing ? <IconPlayerPauseFilled size={22} /> : <IconPlayerPlayFilled size={22} />}
      </button>
      <SkipButton label={t('back10')} onClick={() => seek(at - skipMs)} icon={<IconRewindBackward10 size={22} />} />
      <SkipButton label={t('forward10')} onClick={() => seek(at + skipMs)} icon={<IconRewindForward10 size={22} />} />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('position')}
        aria-valuetext={t('positionOf', { position, length })}
        min={begins}
        max={ends}
        step={1_000}
        value={at}
        onChange={(event) => seek(Number(event.currentTarget.value))}
      />
      <span className={styles.time} aria-hidden="true">
        {position} / {length}
      </span>
      <MoreControls>
        <label className={styles.choice}>
          <span className={styles.word}>{t('speed')}</span>
          <select className={styles.rate} value={rate} onChange={(event) => setRate(Number(event.currentTarget.value))}>
            {rates.map((one) => (
              <option key={one} value={one}>
                {one.toLocaleString(language)}×
              </option>
            ))}
          </select>
        </label>
        <button type="button" className={styles.choice} onClick={onMute}>
          {muted ? <IconVolumeOff size={22} aria-hidden="true" /> : <IconVolume size={22} aria-hidden="true" />}
          <span className={styles.word}>{t(muted ? 'unmute' : 'mute')}</span>
        </button>
        {captions !== undefined && (
          <button type="button" className={styles.choice} aria-pressed={captions} onClick={onCaptions}>
            {captions ? (
              <IconBadgeCcFilled size={22} aria-hidden="true" />
            ) : (
              <IconBadgeCc size={22} aria-hidden="true" />
            )}
            <span className={styles.word}>{t('captions')}</span>
          </button>
        )}
      </MoreControls>
      {/* iPhones show nothing but a single video in full screen. */}
      {document.fullscreenEnabled && (
        <button type="button" className={styles.button} aria-label={t('fullScreen')} onClick={onFullScreen}>
          <IconMaximize size={22} />
        </button>
      )}
    </div>
  );
}

/** Next to the others where there is room; on phones behind a button, above the bar. */
function MoreControls({ children }: { children: ReactNode }) {
  const { t } = useTranslation('replay');
  const [open, setOpen] = useState(false);
  const panel = useId();
  const more = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: Event): void => {
      if (!more.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);
  return (
    <div
      ref={more}
      role="presentation"
      className={styles.more}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        more.current?.querySelector('button')?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className={`${styles.button} ${styles.opener}`}
        aria-label={t('settings')}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <IconSettings size={22} aria-hidden="true" />
      </button>
      <div id={panel} className={styles.panel} data-open={open || undefined}>
        {children}
      </div>
    </div>
  );
}

function SkipButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onClick}>
      {icon}
    </button>
  );
}
