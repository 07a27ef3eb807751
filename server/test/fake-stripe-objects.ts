export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
  payment_method: object | null;
  latest_charge: string | null;
  last_payment_error: { type: string; message: string } | null;
  next_action: object | null;
  livemode: false;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  currency: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string | null;
  reason: string;
  status: string;
  created: number;
  livemode: false;
  metadata: Record<string, string>;
  evidence: object;
  enhanced_eligibility_types: string[];
  is_charge_refundable: boolean;
  evidence_details: {
    due_by: number | null;
    enhanced_eligibility: object;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  balance_transactions: ReturnType<typeof bookedShown>[];
}

/** A line of its books. */
export const bookedShown = (
  id: string,
  line: {
    readonly type: string;
    readonly amount: number;
    readonly currency: string;
    readonly created: number;
    readonly fee?: number;
    readonly source: object | string;
  },
) => ({
  id,
  object: 'balance_transaction',
  available_on: line.created,
  balance_type: 'payments',
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: line.amount - (line.fee ?? 0),
  reporting_category: line.type,
  status: 'available',
  ...line,
});

export const chargeShown = (id: string, intent: Intent, refunded: number) => ({
  id,
  object: 'charge',
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: refunded,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  captured: true,
  created: intent.created,
  currency: intent.currency,
  disputed: false,
  livemode: false,
  metadata: intent.metadata,
  paid: true,
  payment_intent: intent.id,
  refunded: refunded === intent.amount,
  status: 'succeeded',
});
