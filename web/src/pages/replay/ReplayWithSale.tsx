import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import ReplayPage from '#web/features/replay/ReplayPage.tsx';
import { WithCheckout } from './EventReplay.tsx';

/** `/replay/{uuid}` */
export default function ReplayWithSale() {
  const { uuid = '' } = useParams();
  const [search] = useSearchParams();
  const [fromWallet] = useState(search.has('paypal_callback') || search.has('paypal_callback_error'));
  return (
    <WithCheckout eventUuid={uuid} fromWallet={fromWallet}>
      {(onBuy) => <ReplayPage onBuy={onBuy} />}
    </WithCheckout>
  );
}
