import '@mantine/core/styles/Switch.layer.css';
import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './PublishPage.module.css';
import { useField } from './use-field.ts';
import type { Publish } from './use-publish.ts';
import '#web/shared/styles/components.ts';

/** Whether holders may cancel their tickets, until when, and how much is refunded. */
export function SelfCancel({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { value: isOn, ...allowed } = useField(publish, 'selfCancel');
  const hours = useField(publish, 'selfCancelHours');
  const percent = useField(publish, 'selfCancelPercent');
  return (
    <>
      <Switch
        {...allowed}
        label={t('selfCancel')}
        description={t('selfCancelHelp')}
        checked={isOn}
        onChange={(event) => allowed.onChange(event.currentTarget.checked)}
      />
      {isOn && (
        <div className={styles.pair}>
          <TextInput
            {...hours}
            label={t('selfCancelHours')}
            description={t('selfCancelHoursHelp')}
            inputMode="numeric"
            rightSection={<span aria-hidden="true">h</span>}
          />
          <TextInput
            {...percent}
            label={t('selfCancelPercent')}
            description={t('selfCancelPercentHelp')}
            inputMode="numeric"
            rightSection={<span aria-hidden="true">%</span>}
          />
        </div>
      )}
    </>
  );
}
