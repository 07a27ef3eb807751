import '#web/shared/styles/components.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { amountToType, typedAmount } from './typed-amount.ts';
import { NoAccountFits } from './NoAccountFits.tsx';
import { type Methods, takes, useChange, useMethods } from './payout-queries.ts';
import styles from './Payouts.module.css';

/** Weekly payouts of one currency: on or off, and from which amount on. */
export function AutomaticForm({ setting }: { setting: Methods['settings'][number] }) {
  const { t, language } = useTranslation('payouts');
  const dates = useDates();
  const { currency_code: currencyCode } = setting;
  const methods = useMethods().data?.methods ?? [];
  const fits = methods.length === 0 || methods.some((method) => takes(method, currencyCode));
  const [automatic, setAutomatic] = useState(setting.automatic);
  const [minimum, setMinimum] = useState(() => amountToType(setting.minimum, language));
  const save = useChange(
    () => {
      const typed = typedAmount(minimum);
      if (typed === undefined) throw new ApiRefusal(400, [{ message: t('request.amountWrong'), code: 'bad_input' }]);
      return call('POST /payouts/settings', { body: { currency_code: currencyCode, automatic, minimum: typed } });
    },
    () => toastGood(t('automatic.done')),
  );
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        save.mutate(undefined);
      }}
    >
      <Checkbox
        label={t('automatic.on', { currency: currencyCode })}
        description={
          setting.next_at === null
            ? undefined
            : t('automatic.next', { date: formatShortDateTime(setting.next_at, dates) })
        }
        checked={automatic}
        onChange={(event) => setAutomatic(event.currentTarget.checked)}
      />
      {automatic && !fits && <NoAccountFits currencyCode={currencyCode} />}
      <TextInput
        label={t('automatic.minimum', { currency: currencyCode })}
        description={t('automatic.minimumHelp')}
        inputMode="decimal"
        maxLength={14}
        value={minimum}
        onChange={(event) => setMinimum(event.currentTarget.value)}
        error={save.isError ? messageOf(save.error) : undefined}
      />
      <Button type="submit" variant="default" loading={save.isPending} className={styles.start ?? ''}>
        {t('automatic.save')}
      </Button>
    </Form>
  );
}
