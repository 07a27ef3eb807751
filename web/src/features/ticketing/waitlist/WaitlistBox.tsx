import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { eventFromWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireWaitlistPlace } from '@frontrow/contract/ticketing/waitlist-api.ts';
import { waitlistIsOpen } from '@frontrow/core/ticketing/waitlist.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useMine, waitlistKey } from './use-my-place.ts';
import styles from './WaitlistBox.module.css';

/** Only for who has no account. */
const JoinAsGuest = lazy(
  themed(() => import('./JoinAsGuest.tsx')),
  ['waitlist'],
);

interface BoxProps {
  event: WireEvent;
  /** Told whether a seat is held for this person: the button above then sells it. */
  onOffer: (offered: boolean) => void;
}

function useWaitlist(event: WireEvent) {
  const client = useQueryClient();
  const { t } = useTranslation('waitlist');
  return useMutation({
    mutationFn: (join: boolean) => call('POST /events/waitlist', { body: { event_uuid: event.event_uuid, join } }),
    onSuccess: async (_answer, join) => {
      await client.invalidateQueries({ queryKey: waitlistKey });
      if (!join) toastGood(t('left'));
    },
    onError: (error) => toastError(messageOf(error)),
  });
}

function Mine({ event, place }: { event: WireEvent; place: WireWaitlistPlace }) {
  const { t } = useTranslation('waitlist');
  const dates = useDates();
  const guest = useSession(({ user }) => user === null);
  const change = useWaitlist(event);
  const { offer, position, size } = place;
  return (
    <div className={styles.box} role="status">
      <p className={offer ? styles.offer : styles.title}>{t(offer ? 'offer' : position === 1 ? 'next' : 'title')}</p>
      <p className={styles.text}>
        {offer
          ? t('offerUntil', { time: formatTime(offer.expires_at, dates) })
          : t('place', { position: position ?? size, size })}
        {guest && !offer && ` ${t('mailed')}`}
      </p>
      <Button
        variant="plain"
        size="sm"
        className={styles.act}
        loading={change.isPending}
        onClick={() => change.mutate(false)}
      >
        {t(offer ? 'giveUp' : 'leave')}
      </Button>
    </div>
  );
}

/** The person's own checkout holds the seat: the button above opens it again. */
function Held({ until }: { until: number }) {
  const { t } = useTranslation('waitlist');
  const dates = useDates();
  return (
    <div className={styles.box} role="status">
      <p className={styles.offer}>{t('held')}</p>
      <p className={styles.text}>{t('heldUntil', { time: formatTime(until, dates) })}</p>
    </div>
  );
}

function Join({ event }: { event: WireEvent }) {
  const { t } = useTranslation('waitlist');
  const [asking, setAsking] = useState(false);
  // A guest's session is good for one event, and this may be another one.
  const known = useSession(({ user }) => user !== null && !user.user_is_guest);
  const change = useWaitlist(event);
  return (
    <div className={styles.join}>
      <Button
        size="lg"
        fullWidth
        loading={change.isPending}
        onClick={() => (known ? change.mutate(true) : setAsking(true))}
      >
        {t('join')}
      </Button>
      <p className={styles.text}>{t('why')}</p>
      <Suspense fallback={null}>
        {asking && (
          <JoinAsGuest event={event} onClose={() => setAsking(false)} onLoggedIn={() => change.mutate(true)} />
        )}
      </Suspense>
    </div>
  );
}

/** Below the button "Sorry event sold out": the way into the line, or the place in it. */
export default function WaitlistBox({ event, onOffer }: BoxProps) {
  const isOpen = waitlistIsOpen(eventFromWire(event), useNow());
  const { place, heldUntil } = useMine(event.event_uuid);
  const isHeld = place?.offer !== undefined || heldUntil !== null;
  useEffect(() => onOffer(isHeld), [onOffer, isHeld]);
  if (place) return <Mine event={event} place={place} />;
  if (heldUntil !== null) return <Held until={heldUntil} />;
  // Token holders join by the button above, which asks their wallet first.
  return isOpen && event.event_opening_ticketing ? <Join event={event} /> : null;
}
