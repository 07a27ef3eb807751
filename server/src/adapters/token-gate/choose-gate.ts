import type { FastifyInstance } from 'fastify';
import type { Kit } from '../../kit.ts';
import type { AdapterNeeds } from '../adapter-needs.ts';
import { oauthGate } from './oauth-gate.ts';
import { walletGate } from './wallet-gate.ts';
import { standInGate } from './stand-in-gate.ts';
import { standInPages } from './stand-in-pages.ts';

const hasStandIn = ({ config }: Pick<AdapterNeeds, 'config'>): boolean =>
  !config.rally && (!config.production || config.sandboxInProduction);

/**
 * The provider that is configured, else the built-in one; none in production, where anybody could hold anything with
 * it. Wallets sign in by themselves where a chain can be read.
 */
export function chooseGates({
  config,
  db,
  log,
  clock,
  chains,
}: Pick<AdapterNeeds, 'config' | 'db' | 'log' | 'clock'> & Pick<Kit, 'chains'>): Kit['tokenGates'] {
  const standIn = hasStandIn({ config }) ? standInGate({ db }) : undefined;
  return {
    oauth: config.rally ? oauthGate({ settings: config.rally, log }) : standIn,
    wallet: chains.ids.length > 0 ? walletGate({ chains, clock }) : undefined,
  };
}

/** The built-in provider's page, where it serves. */
export function gateStandInPages(kit: Pick<Kit, 'config' | 'db' | 'ids'>): (app: FastifyInstance) => Promise<void> {
  if (!hasStandIn(kit)) return async () => undefined;
  return standInPages(kit);
}
