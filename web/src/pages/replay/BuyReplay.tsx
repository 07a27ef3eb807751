import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { PurchaseDialog } from '#web/features/ticketing/checkout/PurchaseDialog.tsx';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { browserPorts, replaySale } from '#web/features/ticketing/checkout/purchase/server-ports.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { currencyShape } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';

interface BuyReplayProps {
  replay: WireRecordedEvent;
  onClose: () => void;
}

/** The dialog that sells one replay ticket. A guest gets the link by email, everyone else watches at once. */
export default function BuyReplay({ replay, onClose }: BuyReplayProps) {
  const { t } = useTranslation('replay');
  const client = useQueryClient();
  const [mailedTo, setMailedTo] = useState<string>();
  const { event_uuid: uuid, offer } = replay;
  const renew = useCallback(
    () => Promise.all([['replay', uuid], ['tickets']].map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client, uuid],
  );
  const onDone = useCallback(
    ({ email }: PurchaseResult) => {
      const { user } = useSession.getState();
      if (!user || user.user_is_guest) return setMailedTo(email ?? '');
      toastGood(t('buy.done'));
      onClose();
      void renew();
    },
    [onClose, renew, t],
  );
  if (mailedTo !== undefined)
    return (
      <Dialog title={t('buy.mailedTitle')} onClose={onClose} fullScreenOnPhone={false}>
        <p>{t('buy.mailed', { email: mailedTo })}</p>
        <Button size="lg" fullWidth onClick={onClose} data-autofocus>
          {t('buy.close')}
        </Button>
      </Dialog>
    );
  if (!offer) return null;
  return (
    <PurchaseDialog
      sold={{
        price: { listed: offer.price, fee: offer.fee, total: offer.total, free: false },
        currency: currencyShape(offer.currency_code),
        hasPromo: false,
        terms: <p>{t('buy.refund')}</p>,
      }}
      strip={
        <p>
          <strong {...userText}>{replay.title}</strong>
        </p>
      }
      ports={(card, notLoaded) => browserPorts(uuid, card, notLoaded, replaySale(uuid))}
      onClose={onClose}
      onDone={onDone}
      onLeft={() => void renew()}
    />
  );
}
