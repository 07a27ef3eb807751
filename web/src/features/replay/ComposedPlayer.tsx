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
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { composedAt, neededAt, spanOf } from '@frontrow/core/broadcast/replay-composition.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import styles from './ComposedPlayer.module.css';
import type { Line } from './Transcript.tsx';
import { createPlayback, type Playback } from './playback.ts';
import { type Jump, recordedOf, type Track } from './recorded.ts';
import type { PlayedSink } from './use-played.ts';

const tickMs = 100;
/** A track that begins within this is loaded already. */
const aheadMs = 4_000;
const skipMs = 10_000;
const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** A second failure within this is not an address that grew old. */
const renewedMs = 10_000;

interface PlayerProps {
  replay: WireRecordedEvent;
  lines: readonly Line[];
  jump: Jump | undefined;
  /** The moment of the event that is shown. */
  onMoment: (moment: number) => void;
  played: PlayedSink;
  /** Asks for new addresses. */
  onRenew: () => Promise<unknown>;
}

interface MediaProps {
  track: Track;
  place: 'main' | 'tile' | 'away';
  /** Among the small pictures, from above. */
  index: number;
  playback: Playback;
  muted: boolean;
  onFailed: () => void;
}

const tileAt = (index: number): CSSProperties => ({ '--tile': Math.max(0, index) }) as CSSProperties;

/** One track; sound is an element without a picture. */
function TrackMedia({ track, place, index, playback, muted, onFailed }: MediaProps) {
  const media = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = media.current;
    if (!element) return undefined;
    playback.add(track, element);
    return () => playback.remove(track);
  }, [track, playback]);
  return (
    <video
      ref={media}
      className={styles.media}
      data-place={track.kind === 'audio' ? 'away' : place}
      style={tileAt(index)}
      src={track.url}
      muted={muted || !track.hasSound}
      playsInline
      preload="auto"
      tabIndex={-1}
      aria-hidden="true"
      onError={onFailed}
    />
  );
}

/** Puts the tracks of a recorded room together to what it showed. */
export function ComposedPlayer({ replay, lines, jump, onMoment, played, onRenew }: PlayerProps) {
  const { t, language } = useTranslation('replay');
  const [recorded, setRecorded] = useState(() => recordedOf(replay));
  const { begins, ends } = spanOf(recorded.tracks);
  const [playback, setPlayback] = useState(() => createPlayback(recorded));
  const [known, setKnown] = useState(replay);
  const [at, setAt] = useState(playback.at);
  const [playing, setPlaying] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [muted, setMuted] = useState(false);
  const [captions, setCaptions] = useState(true);
  const [rate, setRate] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  if (known !== replay) {
    // New addresses of the same tracks.
    const renewed = recordedOf(replay);
    const next = createPlayback(renewed);
    next.seek(playback.at);
    next.setRate(rate);
    next.setPlaying(playback.playing);
    setKnown(replay);
    setRecorded(renewed);
    setPlayback(next);
  }

  useEffect(() => {
    const timer = setInterval(() => {
      const wasPlaying = playback.playing;
      playback.tick(performance.now());
      if (playback.playing && !playback.waiting) played.note(playback.at);
      if (wasPlaying && !playback.playing) played.pause();
      setAt(playback.at);
      setPlaying(playback.playing);
      setWaiting(playback.waiting);
    }, tickMs);
    return () => clearInterval(timer);
  }, [playback, played]);
  const jumped = useRef(jump);
  useEffect(() => {
    if (!jump || jumped.current === jump) return;
    jumped.current = jump;
    played.rest();
    playback.seek(jump.at);
  }, [jump, playback, played]);
  const second = Math.floor(at / 1000);
  useEffect(() => onMoment(second * 1000), [second, onMoment]);

  const seek = (moment: number): void => {
    played.rest();
    playback.seek(moment);
    setAt(playback.at);
  };
  const play = (wanted: boolean): void => {
    playback.setPlaying(wanted);
    if (!wanted) played.pause();
    setPlaying(wanted);
    setAt(playback.at);
  };
  const renew = (): void => {
    if (performance.now() - renewedAt.current < renewedMs) return;
    renewedAt.current = performance.now();
    void onRenew();
  };
  // At the end the last picture stays.
  const shownAt = Math.min(at, ends - 1);
  const composed = composedAt(recorded, shownAt);
  const placeOf = (track: Track): MediaProps['place'] =>
    track === composed.main.track ? 'main' : composed.tiles.some((tile) => tile.track === track) ? 'tile' : 'away';
  const needed = neededAt(recorded, shownAt, aheadMs);
  const fullScreen = (): void => {
    const ended = document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen?.();
    void ended?.catch(() => undefined);
  };
  /** As in other players. */
  const keys: Record<string, (() => void) | undefined> = {
    k: () => play(!playing),
    j: () => seek(at - skipMs),
    l: () => seek(at + skipMs),
    m: () => setMuted(!muted),
    f: fullScreen,
    c: () => setCaptions(!captions),
  };
  const said = captions ? lines.findLast(({ from, to }) => from <= at && at < to) : undefined;
  const length = formatCountdown(ends - begins);
  const position = formatCountdown(at - begins);
  return (
    <div className={styles.player}>
      {/* Keys work wherever the focus is among its controls: the group itself takes none. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        className={styles.frame}
        role="group"
        aria-label={t('video', { title: replay.title })}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key.toLowerCase()];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      >
        <div className={styles.stage}>
          {needed.map((track) => (
            <TrackMedia
              key={`${track.url} ${track.beginsAt}`}
              track={track}
              place={placeOf(track)}
              index={composed.tiles.findIndex((tile) => tile.track === track)}
              playback={playback}
              muted={muted}
              onFailed={renew}
            />
          ))}
          {!composed.main.track && <NameCard username={composed.main.username} />}
          {composed.tiles.map(
            ({ username, track }, index) => !track && <NameCard key={username} username={username} tile={index} />,
          )}
          <button
            type="button"
            className={styles.surface}
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => play(!playing)}
          />
          {said && (
            <p className={styles.caption}>
              <strong>{said.username}</strong> <span {...userText}>{said.text}</span>
            </p>
          )}
          {waiting && (
            <p className={styles.waiting} role="status">
              {t('waiting')}
            </p>
          )}
        </div>
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
          <SkipButton
            label={t('forward10')}
            onClick={() => seek(at + skipMs)}
            icon={<IconRewindForward10 size={22} />}
          />
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
              <select
                className={styles.rate}
                value={rate}
                onChange={(event) => {
                  const wanted = Number(event.currentTarget.value);
                  playback.setRate(wanted);
                  setRate(wanted);
                }}
              >
                {rates.map((one) => (
                  <option key={one} value={one}>
                    {one.toLocaleString(language)}×
                  </option>
                ))}
              </select>
            </label>
            <button type="button" className={styles.choice} onClick={() => setMuted(!muted)}>
              {muted ? <IconVolumeOff size={22} aria-hidden="true" /> : <IconVolume size={22} aria-hidden="true" />}
              <span className={styles.word}>{t(muted ? 'unmute' : 'mute')}</span>
            </button>
            {lines.length > 0 && (
              <button
                type="button"
                className={styles.choice}
                aria-pressed={captions}
                onClick={() => setCaptions(!captions)}
              >
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
            <button type="button" className={styles.button} aria-label={t('fullScreen')} onClick={fullScreen}>
              <IconMaximize size={22} />
            </button>
          )}
        </div>
      </div>
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

/** In place of a picture: someone whose camera was off, or a viewer who stayed off the recording. */
function NameCard({ username, tile }: { username: string; tile?: number }) {
  const { t } = useTranslation('replay');
  const isTile = tile !== undefined;
  return (
    <div className={styles.card} data-place={isTile ? 'tile' : 'main'} style={tileAt(tile ?? 0)}>
      <Avatar username={username} src={null} size={isTile ? 40 : 88} />
      <p>{username}</p>
      {isTile && <p className={styles.off}>{t('offRecord')}</p>}
    </div>
  );
}
