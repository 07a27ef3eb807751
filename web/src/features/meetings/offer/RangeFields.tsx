import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { hoursPerDayMax } from '@frontrow/core/meetings/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Offer.module.css';
import { beginsAt, clockOption, type DraftRange, endsAt, nextRange } from './offer-draft.ts';

interface RangeFieldsProps {
  /** The day they are of, for who only hears the fields. */
  day: string;
  ranges: readonly DraftRange[];
  /** What stands where there is none. */
  none: string;
  onChange: (ranges: readonly DraftRange[]) => void;
}

/** Opening hours of one day. */
export function RangeFields({ day, ranges, none, onChange }: RangeFieldsProps) {
  const { t } = useTranslation('offering');
  const set = (changed: DraftRange) => onChange(ranges.map((range) => (range.id === changed.id ? changed : range)));
  return (
    <div className={styles.ranges}>
      {ranges.length === 0 && <p className={styles.none}>{none}</p>}
      {ranges.map((range) => (
        <div key={range.id} className={styles.range}>
          <NativeSelect
            aria-label={t('range.from', { day })}
            data={beginsAt(range.from).map(clockOption)}
            value={range.from}
            onChange={(event) => set({ ...range, from: event.currentTarget.value })}
          />
          <span aria-hidden="true">–</span>
          <NativeSelect
            aria-label={t('range.to', { day })}
            data={endsAt(range.to).map(clockOption)}
            value={range.to}
            onChange={(event) => set({ ...range, to: event.currentTarget.value })}
          />
          <Button
            type="button"
            variant="plain"
            size="sm"
            aria-label={t('range.remove', { day, from: range.from, to: range.to })}
            onClick={() => onChange(ranges.filter(({ id }) => id !== range.id))}
          >
            <IconX size={20} stroke={1.8} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {ranges.length < hoursPerDayMax && (
        <Button
          type="button"
          variant="plain"
          size="sm"
          aria-label={t('range.addOf', { day })}
          leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => onChange([...ranges, nextRange(ranges)])}
        >
          {t('range.add')}
        </Button>
      )}
    </div>
  );
}
