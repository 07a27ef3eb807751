import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { InAppHint } from '#web/shared/ui/InAppHint.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { HoldStrip } from '#web/shared/ui/HoldStrip.tsx';
import { holdLengthOf } from './purchase-rules.ts';
import type { CardSource } from './card-source.ts';
import { Challenge } from './Challenge.tsx';
import { useClientConfig } from '#web/shared/client-config.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { savedCardsKey, useSavedCards, type WireSavedCard } from './payment-queries.ts';
import { PurchaseForm, type Sold } from './PurchaseForm.tsx';
import styles from './PurchaseModal.module.css';
import { createPurchase } from './purchase/create-purchase.ts';
import type { PurchasePorts } from './purchase/purchase-ports.ts';
import type { PurchaseResult } from './purchase/purchase-state.ts';

export interface PurchaseDialogProps {
  sold: Sold;
  /** What it is, above the form: picture, name, time. */
  strip: ReactNode;
  /** How it is held and bought. `notLoaded`: what to say where the card field is missing. */
  ports: (card: { readonly current: CardSource | null }, notLoaded: string) => PurchasePorts;
  onClose: () => void;
  /** The checkout is opened again, for someone who logged in instead of going on as a guest. */
  onReopen?: () => void;
  /** A page that opens it, for who comes back to it by a mailed link. */
  reopenPath?: string;
  onDone: (result: PurchaseResult) => void;
  /** The seat was given back after the dialog was closed. */
  onLeft: () => void;
}

interface CheckoutProps extends PurchaseDialogProps {
  config: AnswerOf<'GET /client_config'>;
  saved: WireSavedCard | null;
  guest: boolean;
  email: string | null;
}

function Checkout({
  sold,
  strip,
  ports,
  onClose,
  onReopen,
  reopenPath,
  onDone,
  onLeft,
  config,
  saved,
  guest,
  email,
}: CheckoutProps) {
  const { t } = useTranslation('purchase');
  const client = useQueryClient();
  // Stays as it was when the dialog opened, as the purchase itself: what is offered is what is paid with.
  const [savedCard] = useState(saved);
  const [card] = useState<{ current: CardSource | null }>(() => ({ current: null }));
  const [flow] = useState(() =>
    createPurchase(
      { guest, free: sold.price.free, savedCard: savedCard?.id ?? null, email },
      ports(card, t('cardErrors.notLoaded')),
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
    if (!state.result) return;
    // The next checkout offers the card that was saved with this one.
    if (state.remember) void client.invalidateQueries({ queryKey: savedCardsKey, refetchType: 'all' });
    onDone(state.result);
  }, [state.result, state.remember, onDone, client]);
  // Bought in another tab: the page behind the dialog must know it too.
  const bought = state.hold.status === 'refused' && state.hold.final === 'already_has_ticket';
  useEffect(() => {
    if (bought && !guest) void reloadProfile().catch(() => undefined);
  }, [bought, guest]);
  const close = () => {
    onClose();
    void flow.leave().then(onLeft);
  };
  const returned = useCallback(() => void flow.challengeReturned(), [flow]);
  const challenge = state.challenge;
  return (
    <Dialog
      closeOnClickOutside={false}
      fullScreenOnPhone={!sold.price.free}
      title={challenge ? t('checkTitle') : (sold.words?.title ?? t(sold.price.free ? 'freeTitle' : 'title'))}
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
              holding={sold.words?.holding}
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
          {strip}
          <PurchaseForm
            sold={sold}
            flow={flow}
            state={state}
            guest={guest}
            config={config}
            savedCard={savedCard?.card ?? null}
            cardRef={card}
            onClose={close}
            onLogin={() => {
              close();
              askToLogin('login', null, onReopen, reopenPath ? { what: 'page', of: reopenPath } : null);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

/** The dialog that sells one seat, whatever it is a seat of. */
export function PurchaseDialog(props: PurchaseDialogProps) {
  const { t } = useTranslation('purchase');
  const user = useSession((session) => session.user);
  // A guest's session is valid for one event only: for another one they fill in the guest fields like anybody.
  const guestNow = user === null || user.user_is_guest;
  // Stays as it was when the dialog opened: a login in another tab must not restart the checkout.
  const [opener] = useState(() => (useSession.getState().loading ? null : { guest: guestNow }));
  const guest = opener?.guest ?? guestNow;
  const config = useClientConfig();
  const cards = useSavedCards(!guest && !props.sold.price.free);
  // A list of some time ago is asked for again first: the checkout keeps the card that it begins with.
  const [knownFor, setKnownFor] = useState<{ guest: boolean }>();
  if (knownFor?.guest !== guest && !cards.isFetching) setKnownFor({ guest });
  // The same for the address: a session that is renewed in the meantime must not restart the checkout.
  const [email] = useState(user?.user_email ?? null);
  if (config.data && knownFor?.guest === guest)
    return (
      <Checkout
        key={String(guest)}
        {...props}
        config={config.data}
        saved={cards.data?.[0] ?? null}
        guest={guest}
        email={email}
      />
    );
  return (
    <Dialog
      closeOnClickOutside={false}
      title={props.sold.words?.title ?? t(props.sold.price.free ? 'freeTitle' : 'title')}
      onClose={props.onClose}
    >
      <div className={styles.blocks}>
        {props.strip}
        {config.isError ? (
          <ErrorNote error={config.error} onRetry={() => void config.refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </Dialog>
  );
}
