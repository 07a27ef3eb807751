import { IconEye, IconPhoneOff, IconScreenShare } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { endWithAddedTime } from '@frontrow/core/meetings/meeting-times.ts';
import { formatCountdown, formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from '../stage/TopRow.module.css';
import { otherAt } from './meeting-query.ts';
import own from './Meeting.module.css';

/** When the time that is left is warned of. */
const warnedMs = minutes(2);

/** Whole seconds left: a clock that ticks in between shows none twice. */
const wholeSeconds = (ms: number): number => Math.ceil(Math.max(0, ms) / 1000) * 1000;

/** How long it still takes to the start, then to the end. */
function TimeLeft() {
  const { t } = useTranslation('rooms');
  const meeting = useSnapshot((snapshot) => snapshot.live?.meeting);
  const now = useNow();
  if (!meeting) return null;
  const isAhead = now < meeting.startsAt;
  const left = wholeSeconds((isAhead ? meeting.startsAt : meeting.endsAt) - now);
  const time = formatCountdown(left);
  const soon = !isAhead && left <= warnedMs;
  return (
    <>
      <span
        className={styles.pill}
        data-soon={soon || undefined}
        role="timer"
        aria-label={t(isAhead ? 'meeting.startsIn' : 'meeting.left', { time })}
      >
        {isAhead ? t('meeting.startsIn', { time }) : time}
      </span>
      <span className="fr-visually-hidden" role="status">
        {soon && t('meeting.endsSoon')}
      </span>
    </>
  );
}

/** The warning over the picture; it does not fade. */
export function EndsSoon() {
  const { t } = useTranslation('rooms');
  const endsAt = useSnapshot((snapshot) => snapshot.live?.meeting?.endsAt ?? Infinity);
  const left = endsAt - useNow();
  if (left > warnedMs || left <= 0) return null;
  return (
    <div className={own.soon}>
      <span>{t('meeting.endsSoon')}</span>
      <strong>{formatCountdown(wholeSeconds(left))}</strong>
    </div>
  );
}

/** Both people see added time, no matter who pressed it. */
function useTellsAddedTime(): void {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  useEffect(
    () =>
      model.store.subscribe((now, before) => {
        const [ends, ended] = [now.live?.meeting?.endsAt, before.live?.meeting?.endsAt];
        if (ends !== undefined && ended !== undefined && ends > ended)
          toastGood(t('meeting.timeAdded', { time: formatTime(ends) }));
      }),
    [model, t],
  );
}

function AddTime() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const meeting = useSnapshot((snapshot) => snapshot.live?.meeting);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('addTime'));
  if (!meeting || endWithAddedTime(meeting) === undefined) return null;
  return (
    <button
      type="button"
      className={styles.pill}
      aria-label={t('meeting.addTimeLabel')}
      title={t('meeting.addTimeLabel')}
      aria-busy={busy || undefined}
      onClick={() => !busy && void model.addTime()}
    >
      {t('meeting.addTime')}
    </button>
  );
}

/** Time left, whom one meets, and the button to hang up. */
export function MeetingTop({ meeting }: { meeting: WireMeetingRoom }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const admins = useSnapshot((snapshot) => snapshot.live?.meeting?.admins);
  const sharing = useSnapshot((snapshot) => snapshot.media.screen);
  const exit = t(meeting.side === 'admin' ? 'room.exit' : 'meeting.hangUp');
  useTellsAddedTime();
  return (
    <>
      <div className={styles.row}>
        <TimeLeft />
        {model.me.isOwner && <AddTime />}
        <h1 className={styles.title}>{t('meeting.with', { name: otherAt(meeting).name })}</h1>
        <button
          type="button"
          className={`${styles.exit} ${own.hangUp}`}
          aria-label={exit}
          onClick={() => model.leave()}
        >
          <IconPhoneOff size={20} stroke={1.8} aria-hidden="true" />
          <span>{exit}</span>
        </button>
      </div>
      <div className={own.told} role="status">
        {admins?.map(({ username }) => (
          <span key={username} className={styles.pill}>
            <IconEye size={16} stroke={1.8} aria-hidden="true" />
            {t('meeting.adminHere', { name: username })}
          </span>
        ))}
        {sharing && (
          <span className={styles.pill}>
            <IconScreenShare size={16} stroke={1.8} aria-hidden="true" />
            {t('meeting.sharing')}
          </span>
        )}
      </div>
    </>
  );
}
