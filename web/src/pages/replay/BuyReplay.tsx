import { useQueryClient } from '@tanstack/react-query';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { PurchaseDialog } from '#web/features/ticketing/checkout/PurchaseDialog.tsx';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { browserPorts, replaySale } from '#web/features/ticketing/checkout/purchase/server-ports.ts';
import { call } from '#web/shared/api/call.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { currencyShape } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

interface BuyReplayProps {
  replay: WireRecordedEvent;
  onClose: () => void;
  onReopen: () => void;
  onDone: (result: PurchaseResult) => void;
}

/** The dialog that sells one replay ticket. */
export default function BuyReplay({ replay, onClose, onReopen, onDone }: BuyReplayProps) {
  const { t } = useTranslation('replay');
  const client = useQueryClient();
  const { event_uuid: uuid, offer } = replay;
  if (!offer) return null;
  return (
    <PurchaseDialog
      sold={{
        price: { listed: offer.price, fee: offer.fee, total: offer.total, discount: 0, free: false },
        currency: currencyShape(offer.currency_code),
        hasPromo: false,
        terms: null,
        resendLink: (email) => call('POST /auth/guest_link', { body: { email, event_uuid: uuid } }),
        words: {
          title: t('buy.checkout'),
          holding: t('buy.holding'),
          emailHelp: t('buy.emailHelp'),
          small: t('buy.refund'),
        },
      }}
      strip={
        <p>
          <strong {...userText}>{replay.title}</strong>
        </p>
      }
      ports={(card, notLoaded) => browserPorts(uuid, card, notLoaded, replaySale(uuid))}
      onClose={onClose}
      onReopen={onReopen}
      onDone={onDone}
      onLeft={() => void client.invalidateQueries({ queryKey: ['replay', uuid] })}
    />
  );
}
