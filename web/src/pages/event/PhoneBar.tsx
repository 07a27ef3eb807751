import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { BuyButton, HoldersOnly } from './PurchaseCard.tsx';
import type { EventPageModel } from '#web/features/events/event-page-model.ts';
import styles from './PhoneBar.module.css';

/** The purchase card of a phone: price left, button right, always in reach. */
export function PhoneBar({ page, model, onBuy }: { page: WireEventPage; model: EventPageModel; onBuy: () => void }) {
  const { t, language } = useTranslation('event');
  const gated = model.offer === 'gated';
  const canWait = model.offer === 'soldOut' && page.event.event_state === 0;
  if (!gated && model.offer !== 'buy' && model.offer !== 'free' && model.offer !== 'soldOut') return null;
  return (
    <div className={styles.bar} data-bottom-bar>
      <div>
        <p className={styles.price}>
          {model.offer === 'soldOut'
            ? t('app:card.soldOut')
            : gated
              ? t('app:card.gated')
              : model.price.free
                ? t('card.free')
                : formatMoney(model.price.total, page.event.currency, language)}
        </p>
        <p className={styles.line}>
          {model.offer !== 'soldOut' && !model.price.free && `${t('card.allIn')} · `}
          {!model.seats.soldOut && t('card.seatsFree', { count: model.seats.free })}
        </p>
      </div>
      <div className={styles.button}>
        {gated ? (
          <HoldersOnly page={page} model={model} bar />
        ) : canWait ? (
          <Button
            size="lg"
            fullWidth
            onClick={() => document.getElementById('waitlist')?.scrollIntoView({ block: 'center' })}
          >
            {t('card.joinWaitlist')}
          </Button>
        ) : (
          <BuyButton page={page} model={model} onBuy={onBuy} bar />
        )}
      </div>
    </div>
  );
}
