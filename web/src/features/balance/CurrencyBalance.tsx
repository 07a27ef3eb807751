import type { ReactNode } from 'react';
import type { WireBalance } from '@frontrow/contract/balance/api.ts';
import { currencyName } from '#web/shared/format/money-fields.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Balance.module.css';

interface CurrencyBalanceProps {
  balance: WireBalance;
  /** What can be done with it. */
  children?: ReactNode;
}

/** What there is in one currency: available first, as that is what can be paid out. */
export function CurrencyBalance({ balance, children }: CurrencyBalanceProps) {
  const { t, language } = useTranslation('balance');
  const money = (amount: number): string => formatMoney(amount, balance.currency, language);
  return (
    <section className={styles.currency} aria-label={currencyName(balance.currency.currency_code, language)}>
      <dl className={styles.figures}>
        {(
          [
            ['available', balance.available],
            ['pending', balance.pending],
            ['paidOut', balance.paid_out],
          ] as const
        ).map(([name, amount]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className={amount < 0 ? styles.negative : undefined}>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {balance.available < 0 && <p className={styles.note}>{t('negative')}</p>}
      {balance.on_its_way !== 0 && (
        <p className={styles.note}>{t('onItsWay', { amount: money(balance.on_its_way) })}</p>
      )}
      {balance.disputed !== 0 && <p className={styles.note}>{t('disputed', { amount: money(balance.disputed) })}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
