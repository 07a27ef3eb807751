import { Suspense, useState, type ReactNode } from 'react';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import ReplayCard from '#web/features/replay/ReplayCard.tsx';
import ReplayPage from '#web/features/replay/ReplayPage.tsx';
import { lazy } from '#web/shared/lazy.tsx';
import { themed } from '#web/shared/themed.tsx';

/** Payment code and its texts load when someone buys. */
const BuyReplay = lazy(
  themed(() => import('./BuyReplay.tsx')),
  ['purchase', 'replay'],
);

/** A part of a page that may open the checkout of a replay. */
function WithCheckout({ children }: { children: (onBuy: (replay: WireRecordedEvent) => void) => ReactNode }) {
  const [bought, setBought] = useState<WireRecordedEvent>();
  return (
    <>
      {children(setBought)}
      {bought && (
        <Suspense fallback={null}>
          <BuyReplay replay={bought} onClose={() => setBought(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** On an event's page: its replay, to watch or to buy. */
export function EventReplay({ eventUuid }: { eventUuid: string }) {
  return <WithCheckout>{(onBuy) => <ReplayCard eventUuid={eventUuid} onBuy={onBuy} />}</WithCheckout>;
}

/** `/replay/{uuid}` */
export default function ReplayWithSale() {
  return <WithCheckout>{(onBuy) => <ReplayPage onBuy={onBuy} />}</WithCheckout>;
}
