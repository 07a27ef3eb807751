import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { moneyText } from '#web/shared/format/money.ts';
import { NoAccountFits } from './NoAccountFits.tsx';
import { takes, useMethods } from './payout-queries.ts';
import styles from './Payouts.module.css';
import { RequestPayoutDialog } from './RequestPayoutDialog.tsx';

/** The button that asks for the money of one currency, or the line that says why there is none. */
export function RequestPayout({ currencyCode }: { currencyCode: string }) {
  const { t, language } = useTranslation('payouts');
  const [asking, setAsking] = useState(false);
  const methods = useMethods();
  const there = methods.data?.available.find((one) => one.currency_code === currencyCode);
  if (!methods.data || !there) return null;
  if (methods.data.held !== null) return <p className={styles.soft}>{t('request.held')}</p>;
  if (there.amount < there.minimum)
    return (
      <p className={styles.soft}>
        {t('request.tooLittle', { minimum: moneyText(there.minimum, currencyCode, language) })}
      </p>
    );
  if (methods.data.methods.length === 0)
    return (
      <Button component={Link} to="/my_influencer_payout_methods">
        {t('request.addFirst')}
      </Button>
    );
  const fitting = methods.data.methods.filter((method) => takes(method, currencyCode));
  if (fitting.length === 0) return <NoAccountFits currencyCode={currencyCode} />;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('request.button')}</Button>
      {asking && (
        <RequestPayoutDialog
          methods={fitting}
          available={there.amount}
          currencyCode={currencyCode}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
