import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { type CurrencyShape, formatMoney } from '#web/shared/format/money.ts';
import type { EventPrice } from '#web/shared/ui/event-card-model.ts';
import styles from './PriceLines.module.css';

interface PriceLinesProps {
  currency: CurrencyShape;
  price: EventPrice;
  order: WireOrder | null;
}

/** Price, fee and final price. Once a seat is held, the order's amounts, as those are charged. */
export function PriceLines({ currency, price, order }: PriceLinesProps) {
  const { t, language } = useTranslation('purchase');
  const amounts = order
    ? { price: order.price, fee: order.fee, total: order.total, discount: order.discount }
    : { price: price.listed, fee: price.fee, total: price.total, discount: 0 };
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
