import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { taxRateBpMax } from '@frontrow/core/billing/limits.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { countriesByName, countryName } from '#web/shared/billing/country-names.ts';
import { formatCount } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from '../ui/Admin.module.css';

const key = ['admin', 'tax_rates'];
const percentMax = taxRateBpMax / 100;
const empty = { country: '', rate: '' };

const rateProblem = (error: unknown): string | undefined =>
  error instanceof ApiRefusal ? error.field('rate') : undefined;

/** Sales tax by country: what receipts that are issued from now on contain. */
export function TaxSection() {
  const { t, language } = useTranslation('admin');
  const client = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const [tried, setTried] = useState(false);
  const list = useQuery({ queryKey: key, queryFn: () => call('GET /admin/tax_rates') });
  // One after the other: each answers the whole list.
  const scope = { id: key.join() };
  const show = (found: AnswerOf<'POST /admin/tax_rates'>): void => {
    client.setQueryData(key, found);
    toastGood(t('tax.saved'));
  };
  const set = useMutation({
    mutationFn: ({ country, rate }: typeof empty) =>
      call('POST /admin/tax_rates', { body: { country, rate: Number(rate.replace(',', '.')) } }),
    scope,
    onSuccess: (found, sent) => {
      setTyped(unlessTyped(sent, empty));
      setTried(false);
      show(found);
    },
    onError: (error) => {
      if (rateProblem(error) === undefined) toastError(messageOf(error));
    },
  });
  const remove = useMutation({
    mutationFn: (country: string) => call('POST /admin/tax_rates', { body: { country, rate: 0 } }),
    scope,
    onSuccess: show,
    onError: (error) => toastError(messageOf(error)),
  });
  const { country, rate } = typed;
  const refusedRate = rateProblem(set.error);
  const rates = list.data?.rates ?? [];
  return (
    <>
      <p className={styles.line}>{t('tax.text')}</p>
      <Form
        className={styles.bar}
        onSubmit={() => {
          setTried(true);
          if (country !== '' && rate.trim() !== '') set.mutate(typed);
        }}
      >
        <NativeSelect
          label={t('tax.country')}
          data={[{ value: '', label: t('tax.choose') }, ...countriesByName(language)]}
          value={country}
          error={tried && country === '' ? t('tax.missing') : undefined}
          onChange={(event) => setTyped({ ...typed, country: event.currentTarget.value })}
        />
        <TextInput
          label={t('tax.rate')}
          inputMode="decimal"
          maxLength={5}
          placeholder={`0 – ${percentMax}`}
          value={rate}
          error={tried && rate.trim() === '' ? t('required') : refusedRate}
          onChange={(event) => setTyped({ ...typed, rate: event.currentTarget.value })}
        />
        <Button type="submit" className={styles.setRate ?? ''} loading={set.isPending}>
          {t('tax.set')}
        </Button>
      </Form>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={96} radius={16} />}
      {list.data && rates.length === 0 && <EmptyState title={t('tax.none')} text={t('tax.noneText')} />}
      {rates.length > 0 && (
        <ul className={styles.list}>
          {rates.map((one) => (
            <li key={one.country} className={styles.row}>
              <div className={styles.who}>
                <p className={styles.name}>{countryName(one.country, language)}</p>
                <p className={styles.line}>{t('tax.percent', { rate: formatCount(one.rate, language) })}</p>
              </div>
              <Button
                variant="default"
                aria-label={t('tax.removeOf', { country: countryName(one.country, language) })}
                onClick={() => remove.mutate(one.country)}
              >
                {t('tax.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
