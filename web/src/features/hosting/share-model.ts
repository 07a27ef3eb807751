import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { isBeforeSales } from '@frontrow/core/ticketing/waiting-page.ts';
import { eventPrice } from '#web/shared/ui/event-card-model.ts';

/** What the share page says first: `share.…` of the host area's texts. */
type ShareHeading =
  /** It was published a while ago. */
  | 'later'
  /** Published just now, for token holders or with sales that open later. */
  | 'hidden'
  /** Published just now, with free seats. */
  | 'open'
  | 'onSale';

interface SharedEvent {
  readonly event: WireEvent;
  /** Just now. */
  readonly published: boolean;
  readonly now: number;
}

export function shareHeading({ event, published, now }: SharedEvent): ShareHeading {
  if (!published) return 'later';
  if (!event.event_opening_ticketing || isBeforeSales(event.event_sales_open_date, now)) return 'hidden';
  return eventPrice(event).free ? 'open' : 'onSale';
}
