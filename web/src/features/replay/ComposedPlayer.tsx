import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { composedAt, neededAt, spanOf } from '@frontrow/core/broadcast/replay-composition.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import styles from './ComposedPlayer.module.css';
import type { Line } from './Transcript.tsx';
import { PlayerControls, skipMs } from './PlayerControls.tsx';
import type { Playback } from './playback.ts';
import type { Track } from './recorded.ts';
import { type Played, usePlayer } from './use-player.ts';
import { useRenewal, VideoFailed } from './VideoFailed.tsx';

/** A track that begins within this is loaded already. */
const aheadMs = 4_000;

interface ComposedPlayerProps extends Played {
  lines: readonly Line[];
  /** Asks for new addresses; false where there are none. */
  onRenew: () => Promise<boolean>;
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
export function ComposedPlayer({ replay, lines, jump, onMoment, played, onRenew }: ComposedPlayerProps) {
  const { t } = useTranslation('replay');
  const player = usePlayer({ replay, jump, onMoment, played });
  const { recorded, playback, at, playing, waiting, seek, play } = player;
  const [muted, setMuted] = useState(false);
  const [captions, setCaptions] = useState(true);
  const frame = useRef<HTMLDivElement>(null);
  const { failed, renewal } = useRenewal(onRenew);
  // At the end the last picture stays.
  const shownAt = Math.min(at, spanOf(recorded.tracks).ends - 1);
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
              onFailed={() => renewal.failed(false)}
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
        <PlayerControls
          player={player}
          muted={muted}
          onMute={() => setMuted(!muted)}
          captions={lines.length > 0 ? captions : undefined}
          onCaptions={() => setCaptions(!captions)}
          onFullScreen={fullScreen}
        />
      </div>
      {failed && <VideoFailed renewal={renewal} />}
    </div>
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
