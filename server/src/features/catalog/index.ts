import type { TicketType } from '@frontrow/core/catalog/selling-terms.ts';
import type { Sql } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import { catalogRoutes } from './routes.ts';
import { categories, type Category, type Language, languages } from './store.ts';
import { ticketTypesFor } from './ticket-types.ts';

export interface Catalog {
  readonly feature: Feature;
  /** Ticket types with the limits of this account, or of someone unknown. */
  ticketTypesFor(sql: Sql, accountId: number | undefined): Promise<readonly TicketType[]>;
  languages(sql: Sql): Promise<readonly Language[]>;
  categories(sql: Sql): Promise<readonly Category[]>;
}

export function catalogFeature(kit: Kit): Catalog {
  return {
    feature: { name: 'catalog', routes: catalogRoutes(kit) },
    ticketTypesFor: (sql, accountId) => ticketTypesFor(sql, kit.config, accountId),
    languages,
    categories,
  };
}
