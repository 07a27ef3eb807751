import '#web/shared/styles/components.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { NumberInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '#web/features/accounts/admin/Admin.module.css';
import { Found } from '#web/features/accounts/admin/Found.tsx';
import { ReasonDialog } from '#web/features/accounts/admin/ReasonDialog.tsx';
import { StateBadge } from '#web/features/accounts/admin/StateBadge.tsx';
import { currencyShape, moneyText } from '#web/shared/format/money.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { newId } from '#web/shared/new-id.ts';
import { amountField, numberIn } from '#web/shared/ui/amount-field.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import own from './LeftMoney.module.css';

type Left = AnswerOf<'GET /admin/payouts/left'>['left'][number];

/** Money of deleted and suspended hosts that waits for a person; nothing is shown while there is none. */
export function LeftMoney() {
  const { t, language } = useTranslation('payouts');
  const dates = useDates();
  const client = useQueryClient();
  const [paying, setPaying] = useState<Left>();
  const list = useInfiniteQuery({
    queryKey: ['admin', 'payouts', 'left'],
    queryFn: ({ pageParam, signal }) => call('GET /admin/payouts/left', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const left = list.data?.pages.flatMap((page) => page.left) ?? [];
  if (left.length === 0)
    return list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} /> : null;
  return (
    <section aria-label={t('admin.left')} className={own.left}>
      <h2>{t('admin.left')}</h2>
      <p className={styles.help}>{t('admin.leftHelp')}</p>
      <Found list={list} count={left.length}>
        {left.map((one) => (
          <li key={`${one.host_username} ${one.currency_code}`} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {t('admin.leftRow', {
                  amount: moneyText(one.amount, one.currency_code, language),
                  who: one.host_username,
                })}{' '}
                {one.suspended && <StateBadge tone="bad">{t('admin:suspended')}</StateBadge>}
              </p>
              {one.returned_at !== null && (
                <p className={styles.line}>
                  {t('admin.leftBack', { date: formatShortDateTime(one.returned_at, dates) })}
                  {one.reason !== null && ` · ${one.reason}`}
                </p>
              )}
              {one.held && <p className={styles.line}>{t('admin.leftHeld', { reason: one.held })}</p>}
            </div>
            {!one.held && (
              <div className={styles.actions}>
                <Button variant="default" size="sm" onClick={() => setPaying(one)}>
                  {t('admin.leftPaid')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </Found>
      {paying && (
        <PaidDialog
          left={paying}
          onClose={() => setPaying(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </section>
  );
}

/** Records what was paid; the balance may have grown since. */
function PaidDialog({ left, ...more }: { left: Left; onClose: () => void; onSettled: () => void }) {
  const { t, language } = useTranslation('payouts');
  const { host_username, currency_code } = left;
  const [amount, setAmount] = useState<number | string>(left.amount);
  // One for the whole dialog: a second press after a lost answer records the same payment, not another one.
  const [key] = useState(newId);
  const paid = numberIn(amount) ?? 0;
  return (
    <ReasonDialog
      title={t('admin.leftTitle')}
      text={t('admin.leftText', { amount: moneyText(paid, currency_code, language), who: host_username })}
      label={t('admin.leftReference')}
      action={t('admin.leftPaid')}
      done={t('admin.leftDone')}
      act={(reference) =>
        call('POST /admin/payouts/left', {
          body: { host_username, currency_code, amount: paid, reference },
          headers: { 'idempotency-key': `${key}:${paid}` },
        })
      }
      {...more}
    >
      <NumberInput
        {...amountField(t('admin.leftAmount'), currencyShape(currency_code), language)}
        value={amount}
        onChange={setAmount}
        max={left.amount}
      />
    </ReasonDialog>
  );
}
