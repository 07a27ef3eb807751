import type { WirePayout } from '@frontrow/contract/payouts/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payout-machine.ts';
import type { PayoutKind } from '../../ports/payouts.ts';

export interface PayoutRow {
  id: string;
  status: PayoutStatus;
  amount_minor: number;
  currency: string;
  kind: PayoutKind;
  account_shown: string;
  automatic: boolean;
  reason: string | null;
  created_at: Date;
  sent_at: Date | null;
  paid_at: Date | null;
  ended_at: Date | null;
}

const msOf = (at: Date | null): number | null => at && at.getTime();

export const payoutView = (row: PayoutRow): WirePayout => ({
  payout_uuid: row.id,
  state: row.status,
  amount: toDecimal(row.amount_minor, currencyOf(row.currency).digits),
  currency_code: row.currency,
  kind: row.kind,
  account: row.account_shown,
  automatic: row.automatic,
  reason: row.reason,
  created_at: row.created_at.getTime(),
  sent_at: msOf(row.sent_at),
  paid_at: msOf(row.paid_at),
  ended_at: msOf(row.ended_at),
});
