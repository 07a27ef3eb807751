import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Offer.module.css';
import type { PartProps } from './offer-draft.ts';

const buffers = [0, 5, 10, 15, 30, 45, 60, 90, 120];
const notices = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336, 720];

const withKept = (offered: readonly number[], kept: number): number[] =>
  [...new Set([...offered, kept])].toSorted((a, b) => a - b);

/** Pause, notice, and how many a week. */
export function RuleFields({ draft, change }: PartProps) {
  const { t } = useTranslation('offering');
  return (
    <div className={styles.rules}>
      <NativeSelect
        label={t('rules.buffer')}
        description={t('rules.bufferHelp')}
        data={withKept(buffers, draft.buffer).map((count) => ({
          value: String(count),
          label: t('rules.minutes', { count }),
        }))}
        value={String(draft.buffer)}
        onChange={(event) => change({ buffer: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t('rules.notice')}
        description={t('rules.noticeHelp')}
        data={withKept(notices, draft.notice).map((hours) => ({
          value: String(hours),
          label:
            hours >= 48 && hours % 24 === 0
              ? t('rules.days', { count: hours / 24 })
              : t('rules.hours', { count: hours }),
        }))}
        value={String(draft.notice)}
        onChange={(event) => change({ notice: Number(event.currentTarget.value) })}
      />
      <TextInput
        label={t('rules.weekly')}
        description={t('rules.weeklyHelp')}
        inputMode="numeric"
        maxLength={3}
        placeholder={t('rules.noLimit')}
        value={draft.weeklyMax}
        onChange={(event) => change({ weeklyMax: event.currentTarget.value })}
      />
    </div>
  );
}
