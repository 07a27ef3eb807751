import '#web/shared/styles/components.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, isAnswer, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { newId } from '#web/shared/new-id.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { moneyText } from '#web/shared/format/money.ts';
import { amountToType, typedAmount } from './typed-amount.ts';
import { type Method, useReadAgain } from './payout-queries.ts';
import styles from './Payouts.module.css';
import '@mantine/core/styles/Combobox.layer.css';

interface RequestPayoutDialogProps {
  methods: readonly Method[];
  available: number;
  currencyCode: string;
  onClose: () => void;
}

/** How much, and to which account: all there is, to the default, unless the host says otherwise. */
export function RequestPayoutDialog({ methods, available, currencyCode, onClose }: RequestPayoutDialogProps) {
  const { t, language } = useTranslation('payouts');
  // One key for one dialog: pressed twice, or after a lost answer, it is the same payout.
  const [key, setKey] = useState(newId);
  const [amount, setAmount] = useState(() => amountToType(available, language));
  const [method, setMethod] = useState(methods[0]?.method_uuid ?? '');
  const readAgain = useReadAgain();
  const ask = useMutation({
    mutationFn: () => {
      const typed = typedAmount(amount);
      if (typed === undefined) throw new ApiRefusal(400, [{ message: t('request.amountWrong'), code: 'bad_input' }]);
      return call('POST /payouts/request', {
        body: { currency_code: currencyCode, amount: typed, method_uuid: method },
        headers: { 'idempotency-key': key },
      });
    },
    onSuccess: ({ payout }) => {
      toastGood(t('request.done', { amount: moneyText(payout.amount, currencyCode, language) }));
      onClose();
    },
    // A refused key would only answer the same again.
    onError: (error) => isAnswer(error) && setKey(newId()),
    onSettled: readAgain,
  });
  return (
    <Dialog title={t('request.title')} onClose={onClose} closeOnClickOutside={false} closable={!ask.isPending}>
      <Form
        className={styles.form}
        onSubmit={() => {
          ask.mutate();
        }}
      >
        <TextInput
          label={t('request.amount', { currency: currencyCode })}
          description={t('request.available', { amount: moneyText(available, currencyCode, language) })}
          inputMode="decimal"
          maxLength={14}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          error={ask.isError ? messageOf(ask.error) : undefined}
          data-autofocus
        />
        <NativeSelect
          label={t('request.to')}
          data={methods.map((one) => ({
            value: one.method_uuid,
            label: `${t(`kind.${one.kind}`)}: ${one.account}`,
          }))}
          value={method}
          onChange={(event) => setMethod(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" fullWidth loading={ask.isPending}>
          {t('request.confirm')}
        </Button>
      </Form>
    </Dialog>
  );
}
