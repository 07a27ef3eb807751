import { useQueryClient } from '@tanstack/react-query';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { fullRefundUntil } from '@frontrow/core/meetings/request-terms.ts';
import { currencyShape } from '#web/shared/format/money.ts';
import { requestPath } from '#web/features/meetings/requests/request-model.ts';
import { meetingsKey } from '#web/features/meetings/requests/request-queries.ts';
import { useWords } from '#web/features/meetings/requests/use-words.ts';
import { PurchaseDialog } from '#web/features/ticketing/checkout/PurchaseDialog.tsx';
import type { PurchaseResult } from '#web/features/ticketing/checkout/purchase/purchase-state.ts';
import { browserPorts, walletReturnTo } from '#web/features/ticketing/checkout/purchase/server-ports.ts';
import { call } from '#web/shared/api/call.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import styles from './Meetings.module.css';

interface MeetingCheckoutProps {
  request: WireRequest;
  onClose: () => void;
  onDone: (result: PurchaseResult) => void;
}

/** How a meeting is held and paid: by its viewer, at the price that was frozen when it was accepted. */
const meetingSale = (request: WireRequest): Parameters<typeof browserPorts>[3] => ({
  hold: async () => (await call('POST /private_requests/hold', { body: { request_uuid: request.request_uuid } })).order,
  purchase: ({ promo_code: _none, ...wish }, _email, key) =>
    call('POST /private_requests/purchase', {
      body: { request_uuid: request.request_uuid, ...wish, ...walletReturnTo(requestPath(request), wish.paypal) },
      headers: { 'idempotency-key': key },
    }),
});

/** The checkout, of a private meeting. */
export default function MeetingCheckout({ request, onClose, onDone }: MeetingCheckoutProps) {
  const { t, name, other, when } = useWords(request);
  const client = useQueryClient();
  return (
    <PurchaseDialog
      sold={{
        price: {
          listed: request.price,
          fee: request.fee,
          total: request.total,
          discount: 0,
          free: request.total === 0,
        },
        currency: currencyShape(request.currency_code),
        hasPromo: false,
        terms: <RefundTerms request={request} />,
      }}
      strip={
        <div className={styles.strip}>
          <Avatar username={other.username} src={other.avatar} size={56} />
          <div>
            <p className={styles.name}>{t('title', { name })}</p>
            <p className={styles.soft}>{when}</p>
          </div>
        </div>
      }
      ports={(card, notLoaded) => browserPorts(request.request_uuid, card, notLoaded, meetingSale(request))}
      onClose={onClose}
      onDone={onDone}
      onLeft={() => void client.invalidateQueries({ queryKey: meetingsKey })}
    />
  );
}

function RefundTerms({ request }: { request: WireRequest }) {
  const { t, moment } = useWords(request);
  const until = fullRefundUntil(request.starts_at);
  const isOver = useNow() > until;
  return (
    <p className={styles.soft}>{isOver ? t('refundTerms.over') : t('refundTerms.until', { when: moment(until) })}</p>
  );
}
