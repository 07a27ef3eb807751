import '#web/shared/styles/components.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { NumberInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { PagedList } from '../ui/PagedList.tsx';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { currencyShape, moneyText } from '#web/shared/format/money.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { newId } from '#web/shared/new-id.ts';
import { amountField, isBeyond, numberIn } from '#web/shared/ui/amount-field.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import own from './UnclaimedBalances.module.css';

type Unclaimed = AnswerOf<'GET /admin/payouts/left'>['left'][number];

/** Balances of deleted and suspended hosts, which app admins pay by hand; nothing is shown while there are none. */
export function UnclaimedBalances() {
  const { t, language } = useTranslation('payouts');
  const dates = useDates();
  const client = useQueryClient();
  const [paying, setPaying] = useState<Unclaimed>();
  const list = useInfiniteQuery({
    queryKey: ['admin', 'payouts', 'left'],
    queryFn: ({ pageParam, signal }) => call('GET /admin/payouts/left', { query: { cursor: pageParam }, signal }),
    ...byCursor,
  });
  const balances = list.data?.pages.flatMap((page) => page.left) ?? [];
  if (balances.length === 0)
    return list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} /> : null;
  return (
    <section aria-label={t('admin.unclaimed')} className={own.unclaimed}>
      <h2>{t('admin.unclaimed')}</h2>
      <p className={styles.help}>{t('admin.unclaimedHelp')}</p>
      <PagedList list={list} count={balances.length}>
        {balances.map((one) => (
          <li key={`${one.host_username} ${one.currency_code}`} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {t('admin.unclaimedRow', {
                  amount: moneyText(one.amount, one.currency_code, language),
                  who: one.host_username,
                })}{' '}
                {one.suspended && <StateBadge tone="bad">{t('admin:suspended')}</StateBadge>}
              </p>
              {one.returned_at !== null && (
                <p className={styles.line}>
                  {t('admin.unclaimedBack', { date: formatShortDateTime(one.returned_at, dates) })}
                  {one.reason !== null && ` · ${one.reason}`}
                </p>
              )}
              {one.held && <p className={styles.line}>{t('admin.unclaimedHeld', { reason: one.held })}</p>}
            </div>
            {!one.held && (
              <div className={styles.actions}>
                <Button variant="default" size="sm" onClick={() => setPaying(one)}>
                  {t('admin.unclaimedPaid')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </PagedList>
      {paying && (
        <PaidDialog
          balance={paying}
          onClose={() => setPaying(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </section>
  );
}

/** Records what was paid; the balance may have grown since. */
function PaidDialog({ balance, ...more }: { balance: Unclaimed; onClose: () => void; onSettled: () => void }) {
  const { t, language } = useTranslation('payouts');
  const { host_username, currency_code } = balance;
  const [amount, setAmount] = useState<number | string>(balance.amount);
  // One for the whole dialog: a second press after a lost answer records the same payment, not another one.
  const [key] = useState(newId);
  const paid = numberIn(amount) ?? 0;
  const isWrong = paid === 0 || isBeyond(amount, balance.amount);
  return (
    <ReasonDialog
      title={t('admin.unclaimedTitle')}
      text={t('admin.unclaimedText', { amount: moneyText(paid, currency_code, language), who: host_username })}
      label={t('admin.unclaimedReference')}
      action={t('admin.unclaimedPaid')}
      done={t('admin.unclaimedDone')}
      act={(reference) =>
        call('POST /admin/payouts/left', {
          body: { host_username, currency_code, amount: paid, reference },
          headers: { 'idempotency-key': `${key}:${paid}` },
        })
      }
      blocked={isWrong}
      {...more}
    >
      <NumberInput
        {...amountField(t('admin.unclaimedAmount'), currencyShape(currency_code), language)}
        value={amount}
        onChange={setAmount}
        error={isWrong && t('admin.unclaimedWrong', { left: moneyText(balance.amount, currency_code, language) })}
        clampBehavior="none"
      />
    </ReasonDialog>
  );
}
