import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { zonesWith } from '#web/shared/format/zones.ts';
import styles from './Offer.module.css';
import type { PartProps } from './offer-draft.ts';
import { RangeFields } from './RangeFields.tsx';

const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The zone, and the opening hours of each weekday in it. */
export function HoursFields({ draft, change }: PartProps) {
  const { t } = useTranslation('offering');
  const monday = draft.hours[0] ?? [];
  return (
    <>
      <NativeSelect
        label={t('hours.zone')}
        data={zonesWith(draft.zone)}
        value={draft.zone}
        className={styles.zone ?? ''}
        onChange={(event) => change({ zone: event.currentTarget.value })}
      />
      <ul className={styles.rows}>
        {names.map((name, n) => (
          <li key={name} className={styles.row}>
            <h3>{t(`weekday.${name}`)}</h3>
            <RangeFields
              day={t(`weekday.${name}`)}
              none={t('hours.none')}
              ranges={draft.hours[n] ?? []}
              onChange={(ranges) => change({ hours: draft.hours.map((each, at) => (at === n ? ranges : each)) })}
            />
          </li>
        ))}
      </ul>
      {monday.length > 0 && (
        <Button
          type="button"
          variant="default"
          size="sm"
          className={styles.start ?? ''}
          onClick={() => change({ hours: draft.hours.map((each, n) => (n < 5 ? monday : each)) })}
        >
          {t('hours.copy')}
        </Button>
      )}
    </>
  );
}
