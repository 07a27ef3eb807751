import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { brandName } from '../checkout/brand-name.ts';
import type { WireSavedCard } from '../checkout/payment-queries.ts';
import { cardExpiry } from './card-expiry.ts';
import styles from './Cards.module.css';
import { RemoveCardDialog } from './RemoveCardDialog.tsx';

/** Newest first. The checkout offers the first one, so that is the default. */
export function CardList({ cards }: { cards: readonly WireSavedCard[] }) {
  const { t } = useTranslation('cards');
  const now = useNow();
  const [leaving, setLeaving] = useState<WireSavedCard | null>(null);
  const nameOf = ({ card }: WireSavedCard) => t('name', { brand: brandName(card.brand), last4: card.last4 });
  return (
    <>
      <ul ref={focusNextRow} className={styles.cards} aria-label={t('list')}>
        {cards.map((one, index) => {
          const expiry = cardExpiry(one.card, now);
          return (
            <li key={one.id} className={styles.card}>
              <IconCreditCard size={28} stroke={1.6} aria-hidden="true" />
              <div>
                <p className={styles.name}>
                  {nameOf(one)}
                  {index === 0 && <span className={styles.default}>{t('default')}</span>}
                </p>
                {expiry && (
                  <p className={styles.soft}>{t(expiry.past ? 'expired' : 'expires', { date: expiry.date })}</p>
                )}
              </div>
              <Button
                variant="default"
                aria-label={t('removeOf', { card: nameOf(one) })}
                onClick={() => setLeaving(one)}
              >
                {t('remove')}
              </Button>
            </li>
          );
        })}
      </ul>
      {leaving && <RemoveCardDialog id={leaving.id} name={nameOf(leaving)} onClose={() => setLeaving(null)} />}
    </>
  );
}
