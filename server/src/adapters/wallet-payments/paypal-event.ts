import type { PaymentNews } from '../../ports/card-payments.ts';

interface Resource {
  readonly id?: string;
  readonly dispute_id?: string;
  readonly supplementary_data?: { readonly related_ids?: { readonly order_id?: string } };
  readonly links?: readonly ({ readonly rel?: string; readonly href?: string } | null)[];
}

export interface PaypalEvent {
  readonly id: string;
  readonly type: string;
  readonly about: PaymentNews;
  readonly disputeRef: string | undefined;
  readonly orderRef: string | undefined;
  /** Where a webhook does not name its order. */
  readonly captureRef: string | undefined;
}

const captureLink = /\/v2\/payments\/captures\/([^/?]+)$/;
/** The capture itself says that money came, was given back by us or by hand, or was taken back by PayPal. */
const givenBack = /^PAYMENT\.(CAPTURE\.(REFUNDED|REVERSED)|REFUND\.\w+)$/;

/** What a webhook of PayPal is about; undefined where it is none. Nothing of it is believed before it is verified. */
export function readPaypalEvent(rawBody: string): PaypalEvent | undefined {
  let event: null | { id?: unknown; event_type?: unknown; resource?: Resource };
  try {
    event = JSON.parse(rawBody) as typeof event;
  } catch {
    return undefined;
  }
  const { id, event_type: type, resource } = event ?? {};
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  const links = Array.isArray(resource?.links) ? resource.links : [];
  return {
    id,
    type,
    about: type.startsWith('CUSTOMER.DISPUTE.') ? 'dispute' : givenBack.test(type) ? 'refund' : 'payment',
    disputeRef: type.startsWith('CUSTOMER.DISPUTE.') ? resource?.dispute_id : undefined,
    orderRef:
      resource?.supplementary_data?.related_ids?.order_id ??
      (type.startsWith('CHECKOUT.ORDER.') ? resource?.id : undefined),
    captureRef: givenBack.test(type)
      ? links.flatMap((link) => captureLink.exec(link?.href ?? '')?.[1] ?? [])[0]
      : undefined,
  };
}
