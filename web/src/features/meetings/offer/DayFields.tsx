import '#web/shared/styles/components.ts';
import { exceptionsMax } from '@frontrow/core/meetings/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { localDay } from '../requests/local-time.ts';
import styles from './Offer.module.css';
import { newDay } from './offer-draft.ts';
import type { PartProps } from './offer-draft.ts';
import { RangeFields } from './RangeFields.tsx';

/** Days on which other hours count than on their weekday, or none. */
export function DayFields({ draft, change }: PartProps) {
  const { t } = useTranslation('offering');
  return (
    <>
      {draft.days.length > 0 && (
        <ul className={styles.rows}>
          {draft.days.map((day) => {
            const set = (next: Partial<typeof day>) =>
              change({ days: draft.days.map((each) => (each.id === day.id ? { ...each, ...next } : each)) });
            return (
              <li key={day.id} className={styles.row}>
                <div className={styles.date}>
                  <DateField
                    aria-label={t('days.date')}
                    min={localDay(serverNow())}
                    value={day.date}
                    onChange={(date) => set({ date })}
                  />
                  <Button
                    type="button"
                    variant="plain"
                    size="sm"
                    aria-label={t('days.removeOf', { day: day.date })}
                    onClick={() => change({ days: draft.days.filter(({ id }) => id !== day.id) })}
                  >
                    {t('days.remove')}
                  </Button>
                </div>
                <RangeFields
                  day={day.date}
                  none={t('days.none')}
                  ranges={day.ranges}
                  onChange={(ranges) => set({ ranges })}
                />
              </li>
            );
          })}
        </ul>
      )}
      {draft.days.length < exceptionsMax && (
        <Button
          type="button"
          variant="default"
          size="sm"
          className={styles.start ?? ''}
          onClick={() => change({ days: [...draft.days, newDay()] })}
        >
          {t('days.add')}
        </Button>
      )}
    </>
  );
}
