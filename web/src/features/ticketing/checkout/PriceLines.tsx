import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { type CurrencyShape, formatMoney } from '#web/shared/format/money.ts';
import { priceLines, type SoldPrice } from './purchase-rules.ts';
import styles from './PriceLines.module.css';

interface PriceLinesProps {
  currency: CurrencyShape;
  price: SoldPrice;
  order: WireOrder | null;
}

/** Price, discount, fee and final price. */
export function PriceLines({ currency, price, order }: PriceLinesProps) {
  const { t, language } = useTranslation('purchase');
  const amounts = priceLines(price, order);
  const money = (amount: number) => formatMoney(amount, currency, language);
  return (
    <dl className={styles.lines}>
      <div>
        <dt>{t('price')}</dt>
        <dd>{money(amounts.price)}</dd>
      </div>
      {amounts.discount > 0 && (
        <div>
          <dt>{t('discount')}</dt>
          <dd>−{money(amounts.discount)}</dd>
        </div>
      )}
      <div>
        <dt>{t('fee')}</dt>
        <dd>{money(amounts.fee)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t('final')}</dt>
        <dd>{amounts.total === 0 ? t('free') : money(amounts.total)}</dd>
      </div>
    </dl>
  );
}
