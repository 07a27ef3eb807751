import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { meetingsKey } from '#web/features/meetings/requests/request-queries.ts';
import { useWords } from '#web/features/meetings/requests/use-words.ts';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { text } from '#web/shared/i18n/index.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';

/** Payment code and its texts load when somebody pays. */
const MeetingCheckout = lazy(() => import('./MeetingCheckout.tsx'), ['purchase']);
const WalletReturn = lazy(() => import('#web/features/ticketing/checkout/WalletReturn.tsx'), ['purchase']);

function usePaid(): (result: PurchaseResult) => void {
  const client = useQueryClient();
  return useCallback(
    ({ ticket }: PurchaseResult) => {
      toastGood(text('meetings', ticket ? 'paid' : 'payLater'));
      void client.invalidateQueries({ queryKey: meetingsKey });
      void client.invalidateQueries({ queryKey: ['tickets'] });
    },
    [client],
  );
}

/** The button that pays an accepted meeting, with its checkout. */
export function PayMeeting({ request }: { request: WireRequest }) {
  const { t, total } = useWords(request);
  const [isOpen, setOpen] = useState(false);
  const paid = usePaid();
  const done = useCallback(
    (result: PurchaseResult) => {
      setOpen(false);
      paid(result);
    },
    [paid],
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('actions.purchase', { total })}</Button>
      <Suspense fallback={null}>
        {isOpen && <MeetingCheckout request={request} onClose={() => setOpen(false)} onDone={done} />}
      </Suspense>
    </>
  );
}

/** Confirms the payment of who comes back from the wallet. */
export function MeetingWalletReturn() {
  const [search] = useSearchParams();
  const paid = usePaid();
  if (!search.has('paypal_callback') && !search.has('paypal_callback_error')) return null;
  return (
    <Suspense fallback={null}>
      <WalletReturn onDone={paid} />
    </Suspense>
  );
}
