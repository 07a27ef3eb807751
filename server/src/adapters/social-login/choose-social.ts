import type { FastifyInstance } from 'fastify';
import type { Kit } from '../../kit.ts';
import type { AdapterNeeds } from '../adapter-needs.ts';
import { oauthSocial } from './oauth-social.ts';
import { standInPages } from './stand-in-pages.ts';
import { standInSocial } from './stand-in-social.ts';

const hasStandIn = ({ config }: Pick<AdapterNeeds, 'config'>): boolean =>
  !config.instagram && (!config.production || config.sandboxInProduction);

/**
 * The provider that is configured, else the built-in one; none in production, where anybody could be anybody with it.
 */
export function chooseSocial({ config, db, log }: Pick<AdapterNeeds, 'config' | 'db' | 'log'>): Kit['social'] {
  if (config.instagram) return oauthSocial({ settings: config.instagram, log });
  return hasStandIn({ config }) ? standInSocial({ db }) : undefined;
}

/** The built-in provider's page, where it serves. */
export function socialStandInPages(kit: Pick<Kit, 'config' | 'db' | 'ids'>): (app: FastifyInstance) => Promise<void> {
  if (!hasStandIn(kit)) return async () => undefined;
  return standInPages(kit);
}
