import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { BuyButton, HoldersOnly } from './PurchaseCard.tsx';
import type { EventPageModel } from '#web/features/events/event-page-model.ts';
import styles from './PhoneBar.module.css';

/**
 * The purchase card of a phone: price left, button right, always in reach. A sold-out event has none: its card, with
 * the waitlist, comes right below the title.
 */
export function PhoneBar({ page, model, onBuy }: { page: WireEventPage; model: EventPageModel; onBuy: () => void }) {
  const { t, language } = useTranslation('event');
  const gated = model.offer === 'gated';
  if (!gated && model.offer !== 'buy' && model.offer !== 'free') return null;
  return (
    <div className={styles.bar} data-bottom-bar>
      <div>
        <p className={styles.price}>
          {gated
            ? t('app:card.gated')
            : model.price.free
              ? t('card.free')
              : formatMoney(model.price.total, page.event.currency, language)}
        </p>
        <p className={styles.line}>
          {!model.price.free && `${t('card.allIn')} · `}
          {!model.seats.soldOut && t('card.seatsFree', { count: model.seats.free })}
        </p>
      </div>
      <div className={styles.button}>
        {gated ? (
          <HoldersOnly page={page} model={model} bar />
        ) : (
          <BuyButton page={page} model={model} onBuy={onBuy} bar />
        )}
      </div>
    </div>
  );
}
