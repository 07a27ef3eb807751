import { vttOf } from '@frontrow/core/broadcast/transcript.ts';
import { useEffect, useRef, useState } from 'react';
import type { WireReplay } from '@frontrow/contract/broadcast/api.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { gapBefore, momentAt } from './timeline.ts';
import type { Jump } from './recorded.ts';
import type { Line } from './Transcript.tsx';
import { useRenewal, VideoFailed } from './VideoFailed.tsx';
import type { PlayedSink } from './use-played.ts';
import styles from './ReplayPage.module.css';

interface PlayerProps {
  replay: WireReplay;
  lines: readonly Line[];
  jump: Jump | undefined;
  /** The moment of the event that is shown. */
  onMoment: (moment: number) => void;
  played: PlayedSink;
  /** Asks for new addresses; false where there are none. */
  onRenew: () => Promise<boolean>;
}

/** The lines as a file for a subtitle track, in the time of the part that is shown. */
function useSubtitles(lines: readonly Line[], begins: number): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (lines.length === 0) return undefined;
    const made = URL.createObjectURL(new Blob([vttOf(lines, begins)], { type: 'text/vtt' }));
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [lines, begins]);
  return url;
}

/** The parts, one after the other, in the browser's own player. */
export function ReplayPlayer({ replay, lines, jump, onMoment, played, onRenew }: PlayerProps) {
  const { t } = useTranslation('replay');
  const { parts } = replay;
  const [index, setIndex] = useState(0);
  const { failed, renewal } = useRenewal(onRenew);
  /** Where to go on when the next picture is there, and whether to play. */
  const wish = useRef<{ seconds: number; plays: boolean } | undefined>(undefined);
  /** Where it is: another address of the same video, as after a log-in, begins it again. */
  const place = useRef<{ seconds: number; plays: boolean } | undefined>(undefined);
  const shown = useRef<HTMLVideoElement>(null);
  const part = parts[Math.min(index, parts.length - 1)]!;
  const gap = gapBefore(parts, index);

  const subtitles = useSubtitles(lines, part.begins_at);
  const jumped = useRef(jump);
  useEffect(() => {
    if (!jump || jumped.current === jump) return;
    jumped.current = jump;
    const there = Math.max(
      0,
      parts.findLastIndex(({ begins_at: begins }) => begins <= jump.at),
    );
    const seconds = Math.max(0, (jump.at - parts[there]!.begins_at) / 1000);
    if (there === index && shown.current) {
      shown.current.currentTime = seconds;
      // Its video is still to come, or failed: it goes on there.
      if (wish.current) wish.current = { ...wish.current, seconds };
      return;
    }
    wish.current = { seconds, plays: shown.current?.paused === false };
    setIndex(there);
  }, [jump, parts, index]);

  const choose = (next: number, plays: boolean): void => {
    wish.current = { seconds: 0, plays };
    renewal.reset();
    setIndex(next);
    onMoment(parts[next]!.begins_at);
  };
  const renew = (video: HTMLVideoElement): void => {
    // A video that could not be loaded is at 0:00 and paused: the place that the first failure saved is still right.
    wish.current ??= { seconds: video.currentTime, plays: !video.paused };
    renewal.failed(true);
  };
  const keepPlace = (video: HTMLVideoElement): void => {
    if (video.readyState > 0) place.current = { seconds: video.currentTime, plays: !video.paused };
  };
  const resume = (video: HTMLVideoElement): void => {
    const { current } = wish;
    wish.current = undefined;
    place.current = current;
    if (!current) return;
    video.currentTime = current.seconds;
    // A browser may ask for a tap first.
    if (current.plays) void video.play().catch(() => undefined);
  };
  const tell = (video: HTMLVideoElement): void => onMoment(momentAt(part, video.currentTime));
  return (
    <div className={styles.player}>
      <video
        ref={shown}
        key={index}
        className={styles.video}
        src={part.url}
        controls
        playsInline
        preload="metadata"
        aria-label={t('video', { title: replay.title })}
        onLoadedMetadata={(event) => resume(event.currentTarget)}
        onEmptied={() => (wish.current ??= place.current)}
        onPlay={(event) => keepPlace(event.currentTarget)}
        onTimeUpdate={({ currentTarget: video }) => {
          keepPlace(video);
          tell(video);
          if (!video.paused && !video.seeking) played.note(momentAt(part, video.currentTime));
        }}
        onSeeking={(event) => {
          played.rest();
          tell(event.currentTarget);
        }}
        onPause={(event) => {
          keepPlace(event.currentTarget);
          played.pause();
        }}
        onEnded={() => index + 1 < parts.length && choose(index + 1, true)}
        onError={(event) => renew(event.currentTarget)}
      >
        {subtitles && <track kind="subtitles" label={t('captions')} src={subtitles} default />}
      </video>
      {failed && <VideoFailed renewal={renewal} />}
      <p className={styles.gap} role="status">
        {gap > 0 && t('gap', { length: formatCountdown(gap) })}
      </p>
      {parts.length > 1 && (
        <ol className={styles.parts} aria-label={t('parts')}>
          {parts.map((one, at) => (
            <li key={one.begins_at}>
              <button type="button" aria-current={at === index || undefined} onClick={() => choose(at, true)}>
                {t('part', { number: at + 1, length: formatCountdown(one.length_ms) })}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
