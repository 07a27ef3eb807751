import { toDecimal } from '@frontrow/core/kernel/money.ts';
import { createApp } from '../../server/src/app.ts';
import { configFromEnv } from '../../server/src/process/config-from-env.ts';
import { waitingConnectionsMax } from '../../server/src/process/hold-port.ts';
import { dataDirSecret } from '../../server/src/process/data-dir/data-dir.ts';
import { writeLimit } from '../../server/src/http/limits/limits.ts';
import { registerBeside } from '../../server/src/http/routes/register-routes.ts';
import { route } from '../../server/src/http/routes/route.ts';
import { silentLog } from '../../server/src/ports/log.ts';
import { naivePurchase, type NaiveSale } from './naive-purchase.ts';

/** The product as it ships, with two extra routes: a naive transaction, and one that does nothing at all. */
// Libraries may run as for production (`NODE_ENV`), as in the built server; the settings are those of development.
const settings = configFromEnv({ ...process.env, NODE_ENV: undefined }, process.cwd());
const config = { ...settings, secret: settings.secret ?? dataDirSecret(settings.home) };

const answer = (eventUuid: string, sale: NaiveSale) => {
  const order = {
    order_uuid: sale.orderId,
    order_status: 'paid' as const,
    event_uuid: eventUuid,
    price: toDecimal(sale.price, 2),
    discount: 0,
    fee: toDecimal(sale.total - sale.price, 2),
    total: toDecimal(sale.total, 2),
    currency_code: 'EUR',
    hold_expires_at: null,
  };
  return {
    order,
    ticket: {
      ticket_uuid: sale.ticketId,
      ticket_code: sale.code,
      ticket_state: 'valid' as const,
      ticket_seat: sale.seat,
      event_uuid: eventUuid,
      created_at: Date.now(),
      order,
    },
  };
};
const nothing: NaiveSale = { orderId: 'x', ticketId: 'x', code: 'x', seat: 1, total: 0, price: 0 };

const app = await createApp(config, {
  log: silentLog,
  extraFeatures: (kit, authenticator) => [
    {
      name: 'bench',
      plugin: async (http) => {
        const naive = route({
          call: 'POST /events/purchase',
          who: 'member',
          limit: writeLimit,
          handle: async ({ actor, body }) =>
            answer(
              body.event_uuid,
              await naivePurchase(kit, body.event_uuid, actor.id, body.stripe_token ?? undefined),
            ),
        });
        const noop = route({
          call: 'POST /events/purchase',
          who: 'member',
          limit: writeLimit,
          handle: async ({ body }) => answer(body.event_uuid, nothing),
        });
        http.get('/bench/cpu', { schema: { hide: true } }, async () => process.cpuUsage());
        registerBeside(http, naive, '/bench/naive', authenticator);
        registerBeside(http, noop, '/bench/noop', authenticator);
      },
    },
  ],
});
app.start();
await app.http.listen({ port: config.port, host: '127.0.0.1', backlog: waitingConnectionsMax });
app.ready();
process.send?.({ port: (app.http.server.address() as { port: number }).port });
process.on('disconnect', () => process.exit(0));
