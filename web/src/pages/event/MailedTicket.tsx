import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { call } from '#web/shared/api/call.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { themed } from '#web/shared/themed.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './PurchaseCard.module.css';

/** Only where the ticket could not be emailed. */
const CorrectEmail = lazy(
  themed(() => import('#web/features/ticketing/ticket-page/CorrectEmail.tsx')),
  ['tickets'],
);
/** A refusal of the mail server is known a moment after the purchase. */
const mailedPollMs = 15_000;

/** A guest bought here and is not logged in: the ticket was emailed, or its address refused it. */
export default function MailedTicket({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('event');
  const { data: refused } = useQuery({
    queryKey: ['tickets', 'mailed', eventUuid],
    queryFn: async () => (await call('GET /tickets/mailed', { query: { event_uuid: eventUuid } })).undeliverable_email,
    refetchInterval: mailedPollMs,
  });
  if (refused)
    return (
      <Suspense fallback={<Skeleton className={styles.seatRoom} />}>
        <CorrectEmail eventUuid={eventUuid} refused={refused} />
      </Suspense>
    );
  return (
    <>
      <p className={styles.good}>
        <IconMail size={20} stroke={1.7} aria-hidden="true" />
        {t('card.haveSeat')}
      </p>
      <p className={styles.split}>{t('purchase:seat.mailed')}</p>
    </>
  );
}
