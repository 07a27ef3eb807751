import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '#web/features/accounts/admin/Admin.module.css';
import { ReasonDialog } from '#web/features/accounts/admin/ReasonDialog.tsx';
import { StateBadge } from '#web/features/accounts/admin/StateBadge.tsx';
import { moneyText } from '#web/shared/format/money.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import own from './LeftMoney.module.css';

type Left = AnswerOf<'GET /admin/payouts/left'>['left'][number];

/** Money of deleted and suspended hosts that waits for a person; nothing is shown while there is none. */
export function LeftMoney() {
  const { t, language } = useTranslation('payouts');
  const dates = useDates();
  const client = useQueryClient();
  const [paying, setPaying] = useState<Left>();
  const list = useQuery({
    queryKey: ['admin', 'payouts', 'left'],
    queryFn: ({ signal }) => call('GET /admin/payouts/left', { signal }),
  });
  const left = list.data?.left ?? [];
  if (left.length === 0) return null;
  const told = (one: Left) => ({
    amount: moneyText(one.amount, one.currency_code, language),
    who: one.host_username,
  });
  return (
    <section aria-label={t('admin.left')} className={own.left}>
      <h2>{t('admin.left')}</h2>
      <p className={styles.help}>{t('admin.leftHelp')}</p>
      <ul className={styles.list}>
        {left.map((one) => (
          <li key={`${one.host_username} ${one.currency_code}`} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {t('admin.leftRow', told(one))}{' '}
                {one.suspended && <StateBadge tone="bad">{t('admin:suspended')}</StateBadge>}
              </p>
              <p className={styles.line}>
                {one.returned_at !== null && t('admin.leftBack', { date: formatShortDateTime(one.returned_at, dates) })}
                {one.reason !== null && ` · ${one.reason}`}
              </p>
            </div>
            <div className={styles.actions}>
              <Button variant="default" size="sm" onClick={() => setPaying(one)}>
                {t('admin.leftPaid')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {paying && (
        <ReasonDialog
          title={t('admin.leftTitle')}
          text={t('admin.leftText', told(paying))}
          label={t('admin.leftReference')}
          action={t('admin.leftPaid')}
          done={t('admin.leftDone')}
          act={(reference) => {
            const { host_username, currency_code, amount } = paying;
            return call('POST /admin/payouts/left', { body: { host_username, currency_code, amount, reference } });
          }}
          onClose={() => setPaying(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </section>
  );
}
