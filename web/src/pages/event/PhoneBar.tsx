import { Suspense } from 'react';
import { lazy } from '#web/shared/lazy.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { BuyButton, type PurchaseCardProps } from './PurchaseCard.tsx';
import styles from './PhoneBar.module.css';

/** Only for a token-gated event. */
const GetTicket = lazy(() => import('#web/features/ticketing/token-gate/GetTicket.tsx'), ['rally']);

/** The purchase card of a phone: price left, button right, always in reach. */
export function PhoneBar({
  page,
  model,
  onBuy,
  onRally,
}: Pick<PurchaseCardProps, 'page' | 'model' | 'onBuy' | 'onRally'>) {
  const { t, language } = useTranslation('event');
  if (!['buy', 'free', 'soldOut', 'gated'].includes(model.offer)) return null;
  return (
    <div className={styles.bar} data-bottom-bar>
      <div className={styles.left}>
        <p className={styles.price}>
          {model.offer === 'gated'
            ? t('app:card.gated')
            : model.price.free
              ? t('card.free')
              : formatMoney(model.price.total, page.event.currency, language)}
        </p>
        <p className={styles.line}>
          {model.price.free ? '' : `${t('card.allIn')} · `}
          {model.seats.soldOut ? t('app:card.soldOut') : t('card.seatsFree', { count: model.seats.free })}
        </p>
      </div>
      <div className={styles.button}>
        {model.offer === 'gated' ? (
          <Suspense>
            <GetTicket soldOut={model.seats.soldOut} onPress={onRally} />
          </Suspense>
        ) : (
          <BuyButton model={model} onBuy={onBuy} />
        )}
      </div>
    </div>
  );
}
