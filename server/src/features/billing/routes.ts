import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { WireReceipt } from '@frontrow/contract/billing/api.ts';
import { receiptKeyHeader } from '@frontrow/contract/kernel/headers.ts';
import { sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { readLimit, receiptFileLimit, writeLimit } from '../../http/limits/limits.ts';
import { FileAnswer } from '../../http/routes/prepared-answer.ts';
import { type AnyRoute, type Call, route } from '../../http/routes/route.ts';
import { requestLanguageNow } from '../../i18n/request-language.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { ReceiptLinks } from '../ticketing/index.ts';
import { detailsView, findBillingDetails, listTaxRates, saveBillingDetails, setTaxRate } from './billing-details.ts';
import { openReceipt } from './open-receipt.ts';
import { listBilledOrders, listIssued, requireOwnSale, ownOrder, type OwnOrder } from './orders.ts';
import { readReceipt } from './read-receipt.ts';
import type { ReceiptThreads } from './pdf/receipt-threads.ts';

export interface BillingDeps extends Pick<Kit, 'db' | 'ids'> {
  readonly accounts: Pick<Accounts, 'recordAudit'>;
  readonly receiptLinks: ReceiptLinks;
  readonly threads: Pick<ReceiptThreads, 'draw'>;
}

export function billingRoutes(deps: BillingDeps): AnyRoute[] {
  const { db, threads } = deps;
  const pdfOf = async (receipt: WireReceipt): Promise<FileAnswer> => {
    const name = `frontrow-${receipt.receipt.parts[0]?.number ?? 'receipt'}.pdf`;
    return new FileAnswer({
      name,
      type: 'application/pdf',
      body: await threads.draw(receipt, { language: requestLanguageNow() ?? sourceLanguage }),
    });
  };
  const own = ({
    actor,
    params,
    header,
  }: Pick<Call<'GET /billing/orders/:order/receipt', 'anyone'>, 'actor' | 'params' | 'header'>): Promise<OwnOrder> =>
    ownOrder(db, deps.receiptLinks, { orderId: params.order, actor, key: header(receiptKeyHeader) });
  return [
    route({
      call: 'GET /billing/orders',
      who: 'member',
      limit: readLimit,
      async handle({ actor, query: { state, year, cursor } }) {
        const { orders, years, next } = await listBilledOrders(db, actor, { state, year, cursor });
        return { orders, years, next_cursor: next };
      },
    }),
    route({
      call: 'GET /billing/orders/:order/receipt',
      who: 'anyone',
      limit: readLimit,
      async handle(call) {
        const order = await own(call);
        const [receipt, details] = [await readReceipt(db, order.id), await findBillingDetails(db, order.buyerId)];
        return { receipt: receipt ?? null, details: detailsView(details), ...titleToWire(order.title) };
      },
    }),
    route({
      call: 'POST /billing/orders/:order/receipt',
      who: 'anyone',
      limit: writeLimit,
      async handle(call) {
        const order = await own(call);
        const isBuyer = call.actor.kind === 'account' && call.actor.id === order.buyerId;
        // A forwarded link shows the receipt; it must not rewrite what an account wrote.
        const details = isBuyer || order.isGuest ? call.body.details : undefined;
        return { receipt: await openReceipt(deps, order, details) };
      },
    }),
    route({
      call: 'GET /billing/orders/:order/receipt.pdf',
      who: 'anyone',
      limit: receiptFileLimit,
      handle: async (call) => pdfOf(await openReceipt(deps, await own(call))),
    }),
    route({
      call: 'GET /billing/issued',
      who: 'host',
      limit: readLimit,
      handle: ({ actor, query: { kind = 'receipt', cursor } }) => listIssued(db, actor.id, { kind, cursor }),
    }),
    route({
      call: 'GET /billing/issued/:order/receipt.pdf',
      who: 'host',
      limit: receiptFileLimit,
      async handle({ actor, params }) {
        await requireOwnSale(db, actor.id, params.order);
        const receipt = await readReceipt(db, params.order);
        if (!receipt) throw refuse('order_not_found');
        return pdfOf(receipt);
      },
    }),
    route({
      call: 'GET /billing/details',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => detailsView(await findBillingDetails(db, actor.id)),
    }),
    route({
      call: 'POST /billing/details',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor, body }) => detailsView(await saveBillingDetails(db, actor.id, body)),
    }),
    route({ call: 'GET /admin/tax_rates', who: 'admin', limit: readLimit, handle: () => listTaxRates(db) }),
    route({
      call: 'POST /admin/tax_rates',
      who: 'admin',
      limit: writeLimit,
      async handle({ actor, body }) {
        await setTaxRate(deps, actor.id, body);
        return listTaxRates(db);
      },
    }),
  ];
}
