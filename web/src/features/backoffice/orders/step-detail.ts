import type { WireOrderStep } from '@frontrow/contract/backoffice/order-api.ts';
import { disputeReasonText, providerText, refundReasonText } from '../ui/admin-text.ts';
import type { Translate } from '#web/shared/i18n/catalogues.ts';

const refundFailures = ['rejected', 'rejected_finally', 'returned', 'returned_finally', 'disputed'] as const;

/**
 * What more is known of a step, in words; null where its title says it all. Codes of tickets and a provider's names of
 * webhooks stay as they are, because people search for them.
 */
export function stepDetail(
  { admin: t, backoffice }: { readonly admin: Translate<'admin'>; readonly backoffice: Translate<'backoffice'> },
  { kind, detail }: Pick<WireOrderStep, 'kind' | 'detail'>,
): string | null {
  if (detail === null) return null;
  switch (kind) {
    case 'refund_requested':
    case 'refunded':
      return refundReasonText(t, detail);
    case 'refund_failed': {
      const why = refundFailures.find((one) => one === detail);
      return why ? backoffice(`refundFailure.${why}`) : detail;
    }
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      return disputeReasonText(t, detail);
    case 'payment_started':
    case 'payment_failed':
    case 'paid':
      return providerText(t, detail);
    case 'admin_action':
    case 'email_failed':
      return null;
    default:
      return detail;
  }
}
