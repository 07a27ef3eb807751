import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { AddMethodDialog } from './AddMethodDialog.tsx';
import { AutomaticForm } from './AutomaticForm.tsx';
import { MethodList } from './MethodList.tsx';
import { moneyText } from '#web/shared/format/money.ts';
import { type Methods, useChange, useMethods } from './payout-queries.ts';
import { PayoutList } from './PayoutList.tsx';
import styles from './Payouts.module.css';
import { RequestPayout } from './RequestPayout.tsx';

/** `/my_influencer_payout_methods`: where the host's money goes, when, and what became of it. */
export default function PayoutMethodsPage() {
  const { t } = useTranslation('payouts');
  usePageTitle(t('title'));
  const methods = useMethods();
  useBackFromProvider();
  return (
    <AccountShell>
      <h1>{t('title')}</h1>
      {methods.isPending && <Skeleton className={styles.rows ?? ''} height={72} radius={16} />}
      {methods.isError && <ErrorNote error={methods.error} onRetry={() => void methods.refetch()} />}
      {methods.data && <Shown all={methods.data} />}
    </AccountShell>
  );
}

function Shown({ all }: { all: Methods }) {
  const { t, language } = useTranslation('payouts');
  const [adding, setAdding] = useState(false);
  const addButton = (
    <Button variant={all.methods.length > 0 ? 'default' : 'filled'} onClick={() => setAdding(true)}>
      {t('addButton')}
    </Button>
  );
  return (
    <>
      <p className={styles.intro}>{t('intro')}</p>
      {all.held !== null && (
        <p role="status" className={styles.held}>
          {t('held', { reason: all.held })}
        </p>
      )}
      {all.available.map((one) => (
        <section key={one.currency_code} className={styles.there} aria-label={t('there')}>
          <div>
            <p className={styles.soft}>{t('there')}</p>
            <p className={styles.amount}>{moneyText(one.amount, one.currency_code, language)}</p>
          </div>
          <RequestPayout currencyCode={one.currency_code} />
        </section>
      ))}
      <div className={styles.head}>
        <h2>{t('accounts')}</h2>
        {all.methods.length > 0 && addButton}
      </div>
      {all.methods.length > 0 ? (
        <MethodList methods={all.methods} />
      ) : (
        <EmptyState title={t('noneTitle')} text={t('noneText')}>
          {addButton}
        </EmptyState>
      )}
      <h2 className={styles.part}>{t('automatic.title')}</h2>
      <p className={styles.intro}>{t('automatic.text')}</p>
      {all.settings.map((setting) => (
        <AutomaticForm key={setting.currency_code} setting={setting} />
      ))}
      <h2 className={styles.part}>{t('payouts.title')}</h2>
      <PayoutList />
      {adding && <AddMethodDialog kinds={all.kinds} ownName={all.own_name} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Back from the provider's page, whose answer may have changed: it is asked once. */
function useBackFromProvider(): void {
  const [search, setSearch] = useSearchParams();
  const asked = useRef(false);
  const check = useChange((method_uuid: string) => call('POST /payouts/methods/check', { body: { method_uuid } }));
  const checked = search.get('checked');
  useEffect(() => {
    if (checked === null || asked.current) return;
    asked.current = true;
    check.mutate(checked, { onError: (error) => toastError(messageOf(error)) });
    setSearch({}, { replace: true });
  }, [checked, check, setSearch]);
}
