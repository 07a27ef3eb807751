import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatDay, formatLongDate, formatShortWeekday, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { localDay } from '../requests/local-time.ts';
import styles from './Request.module.css';
import { addDays, type FreeDay, freeDays, mondayOf, type Slot, timeLabel, weekOf } from './free-times.ts';

interface SlotPickerProps {
  slots: readonly Slot[];
  minutes: number;
  chosen: number | undefined;
  onChoose: (at: number | undefined) => void;
}

const ownClock = { time: (at: number) => formatTime(at), offset: (at: number) => -new Date(at).getTimezoneOffset() };
/** Days are written by a moment in the middle of them. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** A week of days, and the free times of one of them, all in the reader's own zone. */
export function SlotPicker({ slots, minutes, chosen, onChoose }: SlotPickerProps) {
  const { t } = useTranslation('asking');
  const dates = { ...useDates(), zone: 'UTC' };
  const days = useMemo(() => freeDays(slots, minutes, localDay), [slots, minutes]);
  const [day, setDay] = useState(days[0]?.day);
  const [monday, setMonday] = useState(days[0] && mondayOf(days[0].day));
  if (day === undefined || monday === undefined) return <p className={styles.note}>{t('noSlots')}</p>;
  const free = new Map<string, FreeDay>(days.map((each) => [each.day, each]));
  const week = weekOf(monday);
  const sunday = addDays(monday, 6);
  const starts = free.get(day)?.starts ?? [];
  const turn = (to: FreeDay | undefined) => {
    if (!to) return;
    setMonday(mondayOf(to.day));
    setDay(to.day);
    onChoose(undefined);
  };
  // Weeks without a free time are passed over.
  const later = days.find((each) => each.day > sunday);
  const before = days.findLast((each) => each.day < monday);
  const earlier = before && days.find((each) => each.day >= mondayOf(before.day));
  return (
    <div className={styles.picker}>
      <div className={styles.week}>
        <Button
          type="button"
          variant="quiet"
          size="sm"
          aria-label={t('earlier')}
          disabled={!earlier}
          onClick={() => turn(earlier)}
        >
          <IconChevronLeft size={20} stroke={1.8} aria-hidden="true" />
        </Button>
        <p className={styles.span} aria-live="polite">
          {formatDay(noonOf(monday), dates)} – {formatDay(noonOf(sunday), dates)}
        </p>
        <Button
          type="button"
          variant="quiet"
          size="sm"
          aria-label={t('later')}
          disabled={!later}
          onClick={() => turn(later)}
        >
          <IconChevronRight size={20} stroke={1.8} aria-hidden="true" />
        </Button>
      </div>
      <div className={styles.days}>
        {week.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.day}
            aria-pressed={each === day}
            aria-label={t('day', {
              date: formatLongDate(noonOf(each), dates),
              count: free.get(each)?.starts.length ?? 0,
            })}
            disabled={!free.has(each)}
            onClick={() => {
              setDay(each);
              onChoose(undefined);
            }}
          >
            <span className={styles.soft}>{formatShortWeekday(noonOf(each), dates)}</span>
            <span className={styles.number}>{Number(each.slice(8))}</span>
          </button>
        ))}
      </div>
      <p className={styles.which}>{formatLongDate(noonOf(day), dates)}</p>
      <div
        className={styles.times}
        role="group"
        aria-label={t('timesOf', { date: formatLongDate(noonOf(day), dates) })}
      >
        {starts.map((at) => (
          <button
            key={at}
            type="button"
            className={styles.time}
            aria-pressed={at === chosen}
            onClick={() => onChoose(at === chosen ? undefined : at)}
          >
            {timeLabel(at, starts, ownClock)}
          </button>
        ))}
        {starts.length === 0 && <p className={styles.note}>{t('noneLeft')}</p>}
      </div>
    </div>
  );
}
