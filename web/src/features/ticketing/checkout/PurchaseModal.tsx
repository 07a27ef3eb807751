import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { eventKey } from '#web/features/events/index.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { InAppHint } from '#web/shared/ui/InAppHint.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { eventPrice } from '#web/shared/ui/event-card-model.ts';
import { HoldStrip } from '#web/shared/ui/HoldStrip.tsx';
import { holdLengthOf } from './purchase-rules.ts';
import type { CardSource } from './card-source.ts';
import { Challenge } from './Challenge.tsx';
import { useClientConfig } from '#web/shared/client-config.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { useSavedCards, type WireSavedCard } from './payment-queries.ts';
import { PurchaseForm } from './PurchaseForm.tsx';
import styles from './PurchaseModal.module.css';
import { createPurchase } from './purchase/create-purchase.ts';
import type { PurchaseResult } from './purchase/purchase-state.ts';
import { serverPorts } from './purchase/server-ports.ts';

export interface PurchaseModalProps {
  event: WireEvent;
  onClose: () => void;
  onDone: (result: PurchaseResult) => void;
}

interface CheckoutProps extends PurchaseModalProps {
  config: AnswerOf<'GET /client_config'>;
  saved: WireSavedCard | null;
  guest: boolean;
  email: string | null;
}

function Checkout({ event, onClose, onDone, config, saved, guest, email }: CheckoutProps) {
  const { t } = useTranslation('purchase');
  const [card] = useState<{ current: CardSource | null }>(() => ({ current: null }));
  const [flow] = useState(() =>
    createPurchase(
      { guest, free: eventPrice(event).free, savedCard: saved?.id ?? null, email },
      serverPorts(event, card, t('cardErrors.notLoaded')),
    ),
  );
  const state = useStore(flow.store);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void flow.hold();
  }, [flow]);
  useEffect(() => {
    if (state.result) onDone(state.result);
  }, [state.result, onDone]);
  // Bought in another tab: the page behind the dialog must know it too.
  const bought = state.hold.status === 'refused' && state.hold.final === 'already_has_ticket';
  useEffect(() => {
    if (bought && !guest) void reloadProfile().catch(() => undefined);
  }, [bought, guest]);
  const client = useQueryClient();
  const close = () => {
    onClose();
    void flow.leave().then(() => client.invalidateQueries({ queryKey: eventKey(event.event_uuid) }));
  };
  const returned = useCallback(() => void flow.challengeReturned(), [flow]);
  const challenge = state.challenge;
  return (
    <Dialog
      closeOnClickOutside={false}
      title={t(challenge ? 'checkTitle' : 'title')}
      onClose={challenge ? flow.abandonChallenge : close}
      closable={state.phase !== 'confirming' && state.phase !== 'paying'}
    >
      {challenge ? (
        <div className={styles.blocks}>
          <p className={styles.text}>{t('checkText')}</p>
          {state.hold.status === 'held' && (
            <HoldStrip
              until={state.hold.until}
              holdMs={holdLengthOf(state.hold.order)}
              onHoldAgain={() => void flow.hold()}
            />
          )}
          <Challenge
            url={challenge.url}
            returnUrl={challenge.returnUrl}
            sandbox={config.sandbox_payments}
            confirming={state.phase === 'confirming'}
            onReturned={returned}
          />
        </div>
      ) : (
        <div className={styles.blocks}>
          <InAppHint />
          <EventStrip event={event} />
          <PurchaseForm
            event={event}
            flow={flow}
            state={state}
            guest={guest}
            config={config}
            savedCard={saved?.card ?? null}
            cardRef={card}
          />
        </div>
      )}
    </Dialog>
  );
}

function EventStrip({ event }: { event: WireEvent }) {
  const dates = useDates();
  return (
    <div className={styles.strip}>
      <div className={styles.cover}>
        <Cover src={event.event_cover_image} eager sizes="96px" />
      </div>
      <div className={styles.facts}>
        <p className={styles.name}>{event.event_title}</p>
        <p className={styles.when}>{formatShortDateTime(event.event_date, dates)}</p>
      </div>
    </div>
  );
}

/** The dialog that sells one ticket. */
export default function PurchaseModal({ event, onClose, onDone }: PurchaseModalProps) {
  const { t } = useTranslation('purchase');
  const user = useSession((session) => session.user);
  // A guest's session is valid for one event only: for another one they fill in the guest fields like anybody.
  const guestNow = user === null || user.user_is_guest;
  // Stays as it was when the dialog opened: a log-in in another tab must not restart the checkout.
  const [opener] = useState(() => (useSession.getState().loading ? null : { guest: guestNow }));
  const guest = opener?.guest ?? guestNow;
  const config = useClientConfig();
  const cards = useSavedCards(!guest && !eventPrice(event).free);
  // The same for the address: a session that is renewed meanwhile must not restart the checkout.
  const [email] = useState(user?.user_email ?? null);
  const ready = config.data && (!cards.isLoading || cards.isError);
  if (ready)
    return (
      <Checkout
        event={event}
        onClose={onClose}
        onDone={onDone}
        config={config.data}
        saved={cards.data?.[0] ?? null}
        guest={guest}
        email={email}
      />
    );
  return (
    <Dialog closeOnClickOutside={false} title={t('title')} onClose={onClose}>
      <div className={styles.blocks}>
        <EventStrip event={event} />
        {config.isError ? (
          <ErrorNote error={config.error} onRetry={() => void config.refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </Dialog>
  );
}
