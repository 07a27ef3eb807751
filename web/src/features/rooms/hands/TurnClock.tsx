import { turnChimeMs } from '@frontrow/core/rooms/turn-queue.ts';
import { useEffect } from 'react';
import { serverNow } from '#web/shared/server-clock.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import type { TurnLimit } from '../model/room-state.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './TurnClock.module.css';

const notesHz = [660, 880];
const noteSeconds = 0.16;
const volume = 0.08;

let context: AudioContext | undefined;

/**
 * Two soft notes. Made here instead of loaded, so that they are in time on a slow line. Silent where the browser
 * allows no sound.
 */
function playChime(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const [index, frequency] of notesHz.entries()) {
    const at = context.currentTime + index * noteSeconds;
    const tone = new OscillatorNode(context, { type: 'sine', frequency });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(volume, at + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + noteSeconds);
  }
}

const leftOf = (limit: TurnLimit, now: number): number => Math.max(0, limit.endsAt - now);
/** Rounded up, so that the last second shows as 0:01 and the end as 0:00. */
const clockText = (leftMs: number): string => formatCountdown(Math.ceil(leftMs / 1000) * 1000);

/** A ring that empties with the time of a turn; amber in the last 15 seconds. */
export function TurnRing({ limit, size }: { limit: TurnLimit; size: number }) {
  const { t } = useTranslation('audience');
  const left = leftOf(limit, useNow());
  const radius = size / 2 - 3;
  const round = 2 * Math.PI * radius;
  const share = Math.min(1, left / (limit.seconds * 1000));
  return (
    <span
      className={styles.ring}
      style={{ width: size, height: size }}
      data-soon={left <= turnChimeMs || undefined}
      role="timer"
      aria-label={t('clock.left', { time: clockText(left) })}
    >
      <svg width={size} height={size} aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={radius} />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeDasharray={round}
          strokeDashoffset={round * (1 - share)}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      </svg>
      <span>{clockText(left)}</span>
    </span>
  );
}

/** Plays once when the last 15 seconds begin, for the two people who have to act: host and speaker. */
function useChime(limit: TurnLimit | null, isMine: boolean): void {
  const endsAt = limit?.endsAt ?? null;
  useEffect(() => {
    if (endsAt === null || !isMine) return undefined;
    const wait = endsAt - turnChimeMs - serverNow();
    if (wait <= 0) return undefined;
    const timer = setTimeout(playChime, wait);
    return () => clearTimeout(timer);
  }, [endsAt, isMine]);
}

/** Whose turn ends within 15 seconds; null when nobody's does. */
export function useTurnIsSoonOver(): string | null {
  const limit = useSnapshot((snapshot) => snapshot.live?.turnLimit ?? null);
  const now = useNow();
  return limit && leftOf(limit, now) <= turnChimeMs ? limit.username : null;
}

/** How long the current turn lasts, over the picture, for everyone. It does not fade with the controls. */
export function TurnClock() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const limit = useSnapshot((snapshot) => snapshot.live?.turnLimit ?? null);
  const isMe = limit?.username === model.me.username;
  useChime(limit, isMe || model.me.isOwner);
  if (!limit) return null;
  return (
    <div className={styles.clock}>
      <TurnRing limit={limit} size={44} />
      <strong>{isMe ? t('clock.mine') : t('clock.theirs', { name: limit.username })}</strong>
    </div>
  );
}
