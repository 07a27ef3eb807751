import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { WireBillingDetails } from '@frontrow/contract/billing/api.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './Billing.module.css';
import { BillingFields, type TypedDetails, typedDetails, wireDetails } from './BillingFields.tsx';

export const detailsKey = ['billing', 'details'];

/** The billing details of the account, to read and to change. */
export function BillingForm() {
  const details = useQuery({ queryKey: detailsKey, queryFn: () => call('GET /billing/details') });
  // What is being typed stays where reading it again fails.
  if (details.isLoadingError) return <ErrorNote error={details.error} onRetry={() => void details.refetch()} />;
  if (details.isPending) return <Skeleton height={260} radius={12} />;
  return <Details details={details.data} />;
}

function Details({ details }: { details: WireBillingDetails }) {
  const { t } = useTranslation('billing');
  const client = useQueryClient();
  const form = useForm<TypedDetails>({ defaultValues: typedDetails(details) });
  const submit = form.handleSubmit(async (typed) => {
    try {
      const kept = await call('POST /billing/details', { body: wireDetails(typed) });
      client.setQueryData(detailsKey, kept);
      // What was typed while it was being saved stays.
      if (JSON.stringify(form.getValues()) === JSON.stringify(typed)) form.reset(typedDetails(kept));
      toastGood(t('details.saved'));
    } catch (error) {
      showFieldError(form, error);
    }
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <BillingFields form={form} />
      <Button type="submit" loading={form.formState.isSubmitting} className={styles.button ?? ''}>
        {t('details.save')}
      </Button>
    </form>
  );
}

/** A refusal is shown at its field; what belongs to none is a toast. */
export function showFieldError(form: ReturnType<typeof useForm<TypedDetails>>, error: unknown): void {
  const line = error instanceof ApiRefusal ? error.errors.find(({ field }) => field === 'country') : undefined;
  if (line) form.setError('country', { message: line.message }, { shouldFocus: true });
  else toastError(messageOf(error));
}
