import { useQueryClient } from '@tanstack/react-query';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { eventKey } from '#web/features/events/index.ts';
import { call } from '#web/shared/api/call.ts';
import { formatEventWhen } from '#web/shared/format/event-time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { eventPrice } from '#web/shared/ui/event-card-model.ts';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { PurchaseDialog } from './PurchaseDialog.tsx';
import styles from './PurchaseModal.module.css';
import type { PurchaseResult } from './purchase/purchase-state.ts';
import { browserPorts, eventSale } from './purchase/server-ports.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import SelfCancelTerms from './SelfCancelTerms.tsx';

export interface PurchaseModalProps {
  event: WireEvent;
  onClose: () => void;
  onReopen?: () => void;
  onDone: (result: PurchaseResult) => void;
}

function EventStrip({ event }: { event: WireEvent }) {
  const dates = useDates();
  const written = useUserText(event.event_lang_ides);
  return (
    <div className={styles.strip}>
      <div className={styles.cover}>
        <Cover src={event.event_cover_image} eager sizes="96px" />
      </div>
      <div className={styles.facts}>
        <p className={styles.name} {...written}>
          {event.event_title}
        </p>
        <p className={styles.when}>{formatEventWhen(event, dates)}</p>
      </div>
    </div>
  );
}

/** The dialog that sells one ticket of an event. */
export default function PurchaseModal({ event, onClose, onReopen, onDone }: PurchaseModalProps) {
  const client = useQueryClient();
  return (
    <PurchaseDialog
      sold={{
        price: { ...eventPrice(event), discount: 0 },
        currency: event.currency,
        hasPromo: event.event_promotional_code_discount !== null,
        terms: <SelfCancelTerms event={event} />,
        resendLink: (email) => call('POST /auth/guest_link', { body: { email, event_uuid: event.event_uuid } }),
      }}
      strip={<EventStrip event={event} />}
      ports={(card, notLoaded) => browserPorts(event.event_uuid, card, notLoaded, eventSale(event))}
      onClose={onClose}
      {...(onReopen && { onReopen, reopenPath: `${eventPath(event)}?checkout` })}
      onDone={onDone}
      onLeft={() => {
        void client.invalidateQueries({ queryKey: eventKey(event.event_uuid) });
        // A seat that was given back is not held for this person any more.
        void client.invalidateQueries({ queryKey: ['waitlist'] });
      }}
    />
  );
}
