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
  last_payment_error: { message: string } | null;
  next_action: object | null;
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
  payment_intent: string | undefined;
  reason: string;
  status: string;
  created: number;
  evidence_details: { due_by: number | null };
  balance_transactions: { currency: string; fee: number }[];
}
