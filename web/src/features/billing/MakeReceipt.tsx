import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/shared/api/call.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { BillingFields, type TypedDetails, typedDetails, wireDetails } from '#web/shared/billing/BillingFields.tsx';
import { detailsKey, showFieldError } from '#web/shared/billing/BillingForm.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { keyHeaders, receiptQuery } from './receipt-queries.ts';
import styles from './Receipt.module.css';

type Found = AnswerOf<'GET /billing/orders/:order/receipt'>;

/** The last moment for billing details: the receipt keeps those that it is made with. */
export function MakeReceipt({
  order,
  receiptKey,
  found,
}: {
  order: string;
  receiptKey: string | undefined;
  found: Found;
}) {
  const { t } = useTranslation('billing');
  const client = useQueryClient();
  const form = useForm<TypedDetails>({ defaultValues: typedDetails(found.details) });
  const submit = form.handleSubmit(async (typed) => {
    try {
      const { receipt } = await call('POST /billing/orders/:order/receipt', {
        params: { order },
        body: { details: wireDetails(typed) },
        headers: keyHeaders(receiptKey),
      });
      client.setQueryData(receiptQuery(order, receiptKey).queryKey, { ...found, receipt });
      // They are the account's now: a form that began with the old ones would write those again.
      client.removeQueries({ queryKey: detailsKey });
      await client.invalidateQueries({ queryKey: ['billing', 'orders'] });
    } catch (error) {
      showFieldError(form, error);
    }
  });
  return (
    <form className={styles.make} onSubmit={(event) => void submit(event)} noValidate>
      <h1>{t('page.makeTitle', { title: shownTitle(found) })}</h1>
      <p>{t('page.makeText')}</p>
      <BillingFields form={form} />
      <Button type="submit" size="lg" loading={form.formState.isSubmitting} className={styles.button ?? ''}>
        {t('page.make')}
      </Button>
    </form>
  );
}
