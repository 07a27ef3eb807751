import type { PartStates } from '../../http/health/health.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';

/** What the use cases of app admins are given. */
export interface BackofficeDeps extends Pick<Kit, 'db' | 'idempotency' | 'paymentSandbox'> {
  readonly accounts: Pick<Accounts, 'recordAudit' | 'auditAbout' | 'suspend' | 'restore' | 'endSessions'>;
  readonly events: Pick<Events, 'lockPublished' | 'move' | 'unpublish' | 'republish'>;
  readonly ticketing: Pick<
    Ticketing,
    'refundOrder' | 'refundInPart' | 'resendOfOrder' | 'retryRefund' | 'markRefundPaidManually' | 'retryWebhook'
  >;
  readonly parts: PartStates;
}
