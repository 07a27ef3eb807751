import type { FastifyInstance } from 'fastify';
import type { FactHandler } from './facts/fact-handler.ts';
import type { AnyRoute } from './http/routes/route.ts';
import type { Job } from './jobs/runner.ts';

/** What a feature gives to the composition root. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly AnyRoute[];
  readonly facts?: readonly FactHandler[];
  readonly jobs?: readonly Job[];
  /** Pages and webhooks outside the call table. */
  readonly plugin?: (app: FastifyInstance) => Promise<void>;
}
