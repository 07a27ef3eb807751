import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { Feature } from '../../feature.ts';
import type { ApiKeyReader } from '../../http/callers/api-keys.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { say } from '../../i18n/say.ts';
import { composeMail, inReadersLanguage } from '../../mail/compose-mail.ts';
import type { Accounts } from '../accounts/index.ts';
import {
  type ApiKeysDeps,
  apiKeyReader,
  createApiKey,
  listApiKeys,
  paymentsAreSimulated,
  revokeApiKey,
} from './api-keys.ts';
import { deliverWebhooks, purgeWebhookLog } from './webhooks/deliver.ts';
import { listDeliveries, redeliver } from './webhooks/delivery-log.ts';
import {
  addEndpoint,
  type EndpointsDeps,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
} from './webhooks/endpoints.ts';
import { webhookFacts } from './webhooks/queue-deliveries.ts';

export { webhookSecrets } from './webhooks/endpoints.ts';

interface DevelopersDeps extends Kit {
  readonly accounts: Pick<Accounts, 'addressOf' | 'recordAudit'>;
}

/** What a host's own programs need: keys to make calls with, and webhooks that tell them what happens. */
export const developersFeature = (deps: DevelopersDeps): { feature: Feature; readonly apiKeys: ApiKeyReader } => ({
  feature: {
    name: 'developers',
    routes: [...apiKeyRoutes(deps), ...webhookRoutes(deps)],
    facts: [...webhookFacts(deps), emailDisabled(deps)],
    jobs: [deliverWebhooks(deps), purgeWebhookLog(deps)],
  },
  apiKeys: apiKeyReader(deps),
});

/** For a person who is logged in: no key makes keys. */
const apiKeyRoutes = (deps: ApiKeysDeps): AnyRoute[] => [
  route({
    call: 'GET /api_keys',
    who: 'host',
    limit: readLimit,
    handle: async ({ actor }) => ({
      api_keys: await listApiKeys(deps.db, actor.id),
      test_keys: paymentsAreSimulated(deps),
    }),
  }),
  route({
    call: 'POST /api_keys',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => createApiKey(deps, actor, body),
  }),
  route({
    call: 'POST /api_keys/revoke',
    who: 'host',
    limit: writeLimit,
    handle: async ({ actor, body }) => ({ api_key: await revokeApiKey(deps, actor, body.id) }),
  }),
];

const webhookRoutes = (deps: EndpointsDeps): AnyRoute[] => [
  route({
    call: 'GET /webhook_endpoints',
    who: 'host',
    limit: readLimit,
    handle: async ({ actor }) => ({ endpoints: await listEndpoints(deps.db, actor.id) }),
  }),
  route({
    call: 'POST /webhook_endpoints',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => addEndpoint(deps, actor, body),
  }),
  route({
    call: 'POST /webhook_endpoints/update',
    who: 'host',
    limit: writeLimit,
    handle: async ({ actor, body }) => ({ endpoint: await updateEndpoint(deps, actor, body) }),
  }),
  route({
    call: 'POST /webhook_endpoints/rotate_secret',
    who: 'host',
    limit: writeLimit,
    handle: ({ actor, body }) => rotateSecret(deps, actor, body.id),
  }),
  route({
    call: 'POST /webhook_endpoints/remove',
    who: 'host',
    limit: writeLimit,
    async handle({ actor, body: { id } }) {
      await removeEndpoint(deps, actor, id);
      return { id };
    },
  }),
  route({
    call: 'GET /webhook_endpoints/:id/deliveries',
    who: 'host',
    limit: readLimit,
    handle: ({ actor, params, query }) => listDeliveries(deps.db, actor, params.id, query),
  }),
  route({
    call: 'POST /webhook_endpoints/redeliver',
    who: 'host',
    limit: writeLimit,
    handle: async ({ actor, body }) => ({ delivery: await redeliver(deps.db, actor, body.delivery_id) }),
  }),
];

const disabledMail = inReadersLanguage(
  (parts: { dedupeKey: string; to: string; url: string; isGone: boolean; publicUrl: string }) => {
    const why = parts.isGone
      ? say`${parts.url} answered 410 Gone, which means that it wants no more webhooks.`
      : say`${parts.url} has not accepted a webhook for three days.`;
    return composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: say`We disabled a webhook endpoint`,
      preview: why,
      heading: say`We disabled a webhook endpoint`,
      blocks: [
        { kind: 'text', text: say`${why} We stopped sending to it.` },
        {
          kind: 'text',
          text: say`Once it works again, enable it and resend what it missed from the delivery log. We keep the log for 30 days.`,
        },
        { kind: 'button', label: say`Open delivery log`, url: `${parts.publicUrl}/hosting/developers/webhooks` },
      ],
      footer: say`You received this email because you added this endpoint to your Frontrow account.`,
    });
  },
);

/** Emails the host of an endpoint that was disabled, unless it was enabled or removed in the meantime. */
const emailDisabled = ({ accounts, config, db, mail }: DevelopersDeps): FactHandler =>
  onFact(
    'WebhookEndpointDisabled',
    'email-host',
    async ({ dedupeKey, payload }) => {
      const endpoint = await db.one<{ url: string; disabled_reason: string | null }>(
        'SELECT url, disabled_reason FROM webhook_endpoint WHERE id = $1 AND disabled_at IS NOT NULL',
        [payload.endpointId],
      );
      const to = endpoint && (await accounts.addressOf(payload.hostId));
      if (!to) return;
      const { url, disabled_reason: reason } = endpoint;
      await mail.send(disabledMail({ dedupeKey, to, url, isGone: reason === 'gone', publicUrl: config.publicUrl }));
    },
    { queue: 'mail', priority: 'normal' },
  );
