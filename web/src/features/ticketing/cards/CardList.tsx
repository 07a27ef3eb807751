import { IconCreditCard } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { brandName } from '../checkout/brand-name.ts';
import { savedCardsKey, type WireSavedCard } from '../checkout/payment-queries.ts';
import { cardExpiry } from './card-expiry.ts';
import styles from './Cards.module.css';
import { RemoveCardDialog } from './RemoveCardDialog.tsx';

/** The default first, which the checkout offers; any other can be made it. */
export function CardList({ cards }: { cards: readonly WireSavedCard[] }) {
  const { t } = useTranslation('cards');
  const now = useNow();
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (id: string) => call('POST /payment/methods/default', { body: { payment_method_id: id } }),
    onSuccess: ({ payment_methods: ordered }) => {
      client.setQueryData(savedCardsKey, ordered);
      toastGood(t('defaultDone'));
    },
    onError: (error) => toastError(messageOf(error)),
    scope: { id: savedCardsKey.join() },
  });
  const [leaving, setLeaving] = useState<WireSavedCard | null>(null);
  const nameOf = ({ card }: WireSavedCard) => t('name', { brand: brandName(card.brand), last4: card.last4 });
  return (
    <>
      <ul ref={focusNextRow} className={styles.cards} aria-label={t('list')}>
        {cards.map((one) => {
          const expiry = cardExpiry(one.card, now);
          return (
            <li key={one.id} className={styles.card}>
              <IconCreditCard size={28} stroke={1.6} aria-hidden="true" />
              <div>
                <p className={styles.name}>
                  {nameOf(one)}
                  {one.default && <span className={styles.default}>{t('default')}</span>}
                </p>
                {expiry && (
                  <p className={styles.soft}>{t(expiry.past ? 'expired' : 'expires', { date: expiry.date })}</p>
                )}
              </div>
              {!one.default && (
                <Button
                  variant="subtle"
                  aria-label={t('makeDefaultOf', { card: nameOf(one) })}
                  loading={choose.isPending && choose.variables === one.id}
                  onClick={() => choose.mutate(one.id)}
                >
                  {t('makeDefault')}
                </Button>
              )}
              <Button
                variant="default"
                className={styles.remove ?? ''}
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
