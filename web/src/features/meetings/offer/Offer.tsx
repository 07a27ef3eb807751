import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { localDay } from '../requests/local-time.ts';
import { meetingsKey } from '../requests/request-queries.ts';
import { draftOf } from './offer-draft.ts';
import { OfferForm } from './OfferForm.tsx';
import styles from './Offer.module.css';

const offerKey = [...meetingsKey, 'offer'];

/** What a host offers: lengths with prices, opening hours, days that differ, rules. */
export function Offer() {
  const { t } = useTranslation('offering');
  const client = useQueryClient();
  // A form is not read again under somebody's hands.
  const offer = useQuery({
    queryKey: offerKey,
    queryFn: ({ signal }) => call('GET /private_meetings/settings', { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (offer.isLoadingError) return <ErrorNote error={offer.error} onRetry={() => void offer.refetch()} />;
  if (!offer.data)
    return (
      <div className={styles.form} role="status" aria-label={t('loading')}>
        <Skeleton height={72} radius={16} />
        <Skeleton height={240} radius={16} />
        <Skeleton height={360} radius={16} />
      </div>
    );
  return (
    <OfferForm
      first={draftOf(offer.data, localDay(serverNow()))}
      onSaved={(kept) => {
        client.setQueryData(offerKey, kept);
        void client.invalidateQueries({ queryKey: [...meetingsKey, 'slots'] });
      }}
    />
  );
}
