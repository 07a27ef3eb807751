import type { FastifyInstance } from 'fastify';
import type { FactHandler } from './facts/fact-handler.ts';
import type { ReadyCall } from './http/ready-answers.ts';
import type { RefusedCall } from './http/refused-ahead.ts';
import type { AnyRoute } from './http/route.ts';
import type { Job } from './jobs/runner.ts';

/** What a feature gives to the composition root. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly AnyRoute[];
  /** A call whose answers lie ready as bytes most of the time. */
  readonly ready?: ReadyCall;
  /** A call that many make in vain. */
  readonly refused?: RefusedCall;
  readonly facts?: readonly FactHandler[];
  readonly jobs?: readonly Job[];
  /** Pages and webhooks outside the call table. */
  readonly plugin?: (app: FastifyInstance) => Promise<void>;
}
