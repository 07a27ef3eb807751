import type { FastifyInstance } from 'fastify';
import type { Sql } from '../db/db.ts';

export interface TestCard {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
}

/** What only the stand-ins have: a card field, challenge and approval pages, and webhooks that come late and twice. */
export interface PaymentSandbox {
  /** A one-time token for a published test number; any other number is refused. */
  cardToken(card: TestCard): Promise<{ id: string; brand: string; last4: string }>;
  /** Takes the webhooks whose time has come, signed as a provider signs. */
  dueWebhooks(): Promise<readonly { rawBody: string; headers: Record<string, string> }[]>;
  /** The bank of the stand-ins decides a dispute, in the caller’s transaction; false where no such dispute is open. */
  decideDispute(tx: Sql, ref: string, decision: 'won' | 'lost'): Promise<boolean>;
  /** `/sandbox/3ds/:ref` and `/sandbox/wallet/:ref`. */
  readonly pages: (app: FastifyInstance) => Promise<void>;
}
