import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { WireStats } from '@frontrow/contract/stats/api.ts';
import { rangeDaysMax } from '@frontrow/core/stats/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { type AskedStats, presetOf, presets, type RangeProblems, rangeProblems } from './range-model.ts';
import styles from './StatsPage.module.css';

interface RangePickerProps {
  asked: AskedStats;
  stats: WireStats | undefined;
  onChange: (change: Record<string, string | null>) => void;
}

/** Which days, and which event. */
export function RangePicker({ asked, stats, onChange }: RangePickerProps) {
  const { t } = useTranslation('stats');
  const preset = presetOf(asked);
  const [custom, setCustom] = useState(preset === 'custom');
  const known = new Map(stats?.events.map((event) => [event.event_uuid, event.event_title]));
  if (stats?.event) known.set(stats.event.event_uuid, stats.event.event_title);
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const [problems, setProblems] = useState<RangeProblems>({});
  const shownFrom = from ?? asked.from ?? stats?.from ?? '';
  const shownTo = to ?? asked.to ?? stats?.to ?? '';
  return (
    <div className={styles.pickers}>
      <NativeSelect
        aria-label={t('eventLabel')}
        value={asked.event_uuid ?? ''}
        data={[{ value: '', label: t('allEvents') }, ...[...known].map(([value, label]) => ({ value, label }))]}
        onChange={(event) => onChange({ event: event.currentTarget.value || null })}
      />
      <NativeSelect
        aria-label={t('rangeLabel')}
        value={custom ? 'custom' : preset}
        data={[...presets, 'custom' as const].map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setCustom(value === 'custom');
          if (value !== 'custom') onChange({ days: value, from: null, to: null });
        }}
      />
      {custom && (
        <Form
          className={styles.custom}
          onSubmit={() => {
            const found = rangeProblems(shownFrom, shownTo);
            setProblems(found);
            if (!found.from && !found.to) onChange({ days: null, from: shownFrom, to: shownTo });
          }}
        >
          <DateField
            label={t('from')}
            max={shownTo}
            value={shownFrom}
            error={problems.from && t(`problems.${problems.from}`)}
            onChange={setFrom}
          />
          <DateField
            label={t('to')}
            min={shownFrom}
            value={shownTo}
            error={problems.to && t(`problems.${problems.to}`, { max: rangeDaysMax })}
            onChange={setTo}
          />
          <Button type="submit" variant="default">
            {t('apply')}
          </Button>
        </Form>
      )}
    </div>
  );
}
