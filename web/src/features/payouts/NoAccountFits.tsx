import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useMethods } from './payout-queries.ts';
import styles from './Payouts.module.css';

/** Why money in this currency cannot be paid out to any account of the host, and what to do. */
export function NoAccountFits({ currencyCode: currency }: { currencyCode: string }) {
  const { t } = useTranslation('payouts');
  const methods = useMethods();
  // Bank transfers are in euros only; the others take any currency.
  const kinds = (methods.data?.kinds ?? []).filter((kind) => kind !== 'sepa').map((kind) => t(`kind.${kind}`));
  return (
    <p className={styles.soft}>
      {kinds.length === 0
        ? t('noKindFits', { currency })
        : t('noAccountFits', { currency, kinds: kinds.join(t('or')) })}
    </p>
  );
}
