import type { AnswerOf } from '@frontrow/contract/api.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import { kindCode } from '@frontrow/core/events/live-event-machine.ts';
import { sellingTerms, termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import { readLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
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

const bpPerPercent = 100;

/** What hosts may sell in; the default is what the caller's latest paid event is sold in. */
async function listCurrencies(sql: Sql, accountId: number | undefined): Promise<AnswerOf<'GET /currencies/all'>> {
  const latest =
    accountId === undefined
      ? undefined
      : await sql.one<{ currency: string }>(
          `SELECT currency FROM event WHERE host_id = $1 AND price_minor > 0 AND private_for IS NULL AND replay_of IS NULL
           ORDER BY created_at DESC, id LIMIT 1`,
          [accountId],
        );
  const usual = latest?.currency ?? defaultCurrency;
  return {
    data: sellingTerms.map(({ currency, priceMin, priceMax, minFeeMinor, feeBp }) => ({
      ...currencyToWire(currency),
      min_ticket_price: priceMin,
      max_ticket_price: priceMax,
      frontrow_min_ticket_fee: toDecimal(minFeeMinor, currency.digits),
      frontrow_ticket_fee: feeBp / bpPerPercent,
      currency_default: currency.code === usual,
    })),
  };
}
