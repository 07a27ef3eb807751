import { kindCode } from '@frontrow/core/events/live-event-machine.ts';
import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import { readLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { listCurrencies } from './list-currencies.ts';
import { categories, categoryToWire, languages, languageToWire } from './store.ts';
import { ticketTypesFor } from './ticket-types.ts';

export function catalogRoutes({ db, config }: Pick<Kit, 'db' | 'config'>): AnyRoute[] {
  return [
    route({
      call: 'GET /languages/all',
      who: 'anyone',
      limit: readLimit,
      keys: 'any',
      handle: async () => ({ data: (await languages(db)).map(languageToWire) }),
    }),
    route({
      call: 'GET /categories/all',
      who: 'anyone',
      limit: readLimit,
      keys: 'any',
      handle: async () => ({ data: (await categories(db)).map(categoryToWire) }),
    }),
    route({
      call: 'GET /currencies/all',
      who: 'anyone',
      limit: readLimit,
      keys: 'any',
      handle: ({ actor }) => listCurrencies(db, actor.kind === 'account' ? actor.id : undefined),
    }),
    route({
      call: 'GET /tickets/types',
      who: 'anyone',
      limit: readLimit,
      keys: 'any',
      handle: async ({ actor }) => {
        const types = await ticketTypesFor(db, config, actor.kind === 'account' ? actor.id : undefined);
        const { currency, priceMax, minFeeMinor, feeBp } = termsOf(defaultCurrency);
        return types.map((type) => ({
          event_type: kindCode[type.kind],
          rally_ticket: type.rally,
          ticket_price_enabled: type.priced,
          type_id: type.id,
          max_attendees: type.seatsMax,
          max_ticket_price: type.priced ? priceMax : 0,
          frontrow_min_ticket_fee: toDecimal(minFeeMinor, currency.digits),
          frontrow_ticket_fee: feeBp / 100,
        }));
      },
    }),
  ];
}
