import '#web/shared/styles/components.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireSeriesPass } from '@frontrow/contract/ticketing/pass-api.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { currencyShape, formatMoney } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { amountField, numberIn } from '#web/shared/ui/amount-field.ts';
import { Form } from '#web/shared/ui/Form.tsx';
import styles from './SeriesPass.module.css';

interface OfferPassProps {
  seriesUuid: string;
  pass: WireSeriesPass['pass'];
  own: NonNullable<WireSeriesPass['own']>;
  onChanged: () => void;
}

/** For the host: a price for all dates to come, and how many passes are sold. */
export default function OfferPass({ seriesUuid, pass, own: { form, sold }, onChanged }: OfferPassProps) {
  const { t, language } = useTranslation('series-pass');
  const [price, setPrice] = useState<number | string>(pass?.price ?? '');
  const currency = currencyShape(form.currency_code);
  const money = (amount: number) => formatMoney(amount, currency, language);
  const onError = (error: Error): void => {
    if (!(error instanceof ApiRefusal && error.field('price'))) toastError(messageOf(error));
  };
  const offer = useMutation({
    mutationFn: (amount: number) =>
      call('POST /series/pass/offer', { body: { series_uuid: seriesUuid, price: amount } }),
    onSuccess: () => toastGood(t('offered')),
    onError,
    onSettled: onChanged,
  });
  const withdraw = useMutation({
    mutationFn: () => call('POST /series/pass/withdraw', { body: { series_uuid: seriesUuid } }),
    onSuccess: () => toastGood(t('withdrawn')),
    onError,
    onSettled: onChanged,
  });
  const typed = numberIn(price);
  const submit = (): void => {
    if (typed !== undefined) offer.mutate(typed);
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <p className={styles.soft}>
        {sold > 0 || pass ? `${t('sold', { count: sold })}. ` : ''}
        {pass && !pass.on_sale && form.refusal === null
          ? t('renew')
          : (form.refusal ?? t('hostLead', { count: form.event_uuids.length }))}
      </p>
      {form.refusal === null && (
        <>
          <p className={styles.soft}>{t('hostShares')}</p>
          <NumberInput
            className={styles.price}
            {...amountField(t('price'), currency, language)}
            description={t('priceHelp', { from: money(form.price_min), to: money(form.price_max) })}
            value={price}
            error={offer.error instanceof ApiRefusal ? offer.error.field('price') : undefined}
            onChange={setPrice}
          />
        </>
      )}
      <div className={styles.buttons}>
        {form.refusal === null && (
          <Button type="submit" variant="ink" loading={offer.isPending} disabled={typed === undefined}>
            {t(pass?.on_sale ? 'change' : 'offer')}
          </Button>
        )}
        {pass && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('withdraw')}
          </Button>
        )}
      </div>
      {pass && sold > 0 && <p className={styles.soft}>{t('changeNote')}</p>}
    </Form>
  );
}
