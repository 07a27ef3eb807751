import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import ReplayCard from '#web/features/replay/ReplayCard.tsx';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogFoot } from '#web/shared/ui/Dialog.tsx';

/** Payment code and its texts load when someone buys. */
const BuyReplay = lazy(
  themed(() => import('./BuyReplay.tsx')),
  ['purchase', 'replay'],
);
/** For people who come back from the wallet. */
const WalletReturn = lazy(() => import('#web/features/ticketing/checkout/WalletReturn.tsx'), ['purchase']);

interface WithCheckoutProps {
  eventUuid: string;
  /** The page was opened by the wallet. */
  fromWallet?: boolean;
  children: (onBuy: (replay: WireRecordedEvent) => void) => ReactNode;
}

/**
 * A part of a page that may open the checkout of a replay. Who has an account watches at once; a guest gets the link by
 * email, because only that proves whose email address it is.
 */
export function WithCheckout({ eventUuid, fromWallet = false, children }: WithCheckoutProps) {
  const { t } = useTranslation('replay');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [bought, setBought] = useState<WireRecordedEvent>();
  const [mail, setMail] = useState<{ email: string; pending: boolean }>();
  const onDone = useCallback(
    ({ ticket, email, mailed }: PurchaseResult) => {
      setBought(undefined);
      const { user } = useSession.getState();
      const pending = !ticket && !mailed;
      if (pending || !user || user.user_is_guest) return setMail({ email: email ?? '', pending });
      toastGood(t('buy.done'));
      for (const queryKey of [['replay', eventUuid], ['tickets']]) void client.invalidateQueries({ queryKey });
      void navigate(`/replay/${eventUuid}`);
    },
    [client, eventUuid, navigate, t],
  );
  const close = (): void => setMail(undefined);
  return (
    <>
      {children(setBought)}
      <Suspense fallback={null}>
        {fromWallet && <WalletReturn onDone={onDone} />}
        {bought && (
          <BuyReplay
            replay={bought}
            onClose={() => setBought(undefined)}
            onReopen={() => setBought(bought)}
            onDone={onDone}
          />
        )}
      </Suspense>
      {mail && (
        <Dialog
          title={t(mail.pending ? 'buy.pendingTitle' : 'buy.mailedTitle')}
          onClose={close}
          fullScreenOnPhone={false}
        >
          <p>{mail.pending ? t('buy.pending') : t('buy.mailed', { email: mail.email })}</p>
          <DialogFoot>
            <Button size="lg" fullWidth onClick={close} data-autofocus>
              {t('buy.close')}
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}

/** On an event's page: its replay, to watch or to buy. */
export default function EventReplay({ eventUuid }: { eventUuid: string }) {
  return (
    <WithCheckout eventUuid={eventUuid}>{(onBuy) => <ReplayCard eventUuid={eventUuid} onBuy={onBuy} />}</WithCheckout>
  );
}
