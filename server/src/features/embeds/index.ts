import { domainToASCII } from 'node:url';
import { readEmbedSites } from '@frontrow/core/embeds/embed-sites.ts';
import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import type { EmbedKind } from '@frontrow/contract/embeds/snippets.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readerLanguage } from '../../i18n/request-language.ts';
import { writeIn } from '../../i18n/say.ts';
import type { Feature } from '../../feature.ts';
import { matchesTag, weakTag } from '../../http/entity-tag.ts';
import { eventPollLimit, previewLimit, readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import { embedPage, type Embedded, type EmbedTheme, missingPage } from './embed-page.ts';
import { embedScript } from './embed-script.ts';
import { createPreviews } from './previews.ts';
import { oembedAnswer } from './oembed.ts';

interface EmbedsDeps extends Kit {
  readonly events: Pick<Events, 'cards'>;
}

/** Events on other people's websites. */
export function embedsFeature(kit: Kit, { events }: Pick<EmbedsDeps, 'events'>): { feature: Feature } {
  const deps = { ...kit, events };
  return { feature: { name: 'embeds', routes: embedsRoutes(deps), plugin: embedFiles(deps) } };
}

const embedsRoutes = ({ db }: EmbedsDeps): AnyRoute[] => [
  route({
    call: 'GET /host/embed_sites',
    who: 'host',
    limit: readLimit,
    async handle({ actor }) {
      const row = await db.one<{ embed_sites: string[] | null }>('SELECT embed_sites FROM app_user WHERE id = $1', [
        actor.id,
      ]);
      return { embed_sites: row?.embed_sites ?? null };
    },
  }),
  route({
    call: 'POST /host/embed_sites',
    who: 'host',
    limit: writeLimit,
    async handle({ actor, body }) {
      const sites = body.embed_sites === null ? null : readEmbedSites(body.embed_sites, domainToASCII);
      await db.query('UPDATE app_user SET embed_sites = $2 WHERE id = $1 AND erased_at IS NULL', [actor.id, sites]);
      return { embed_sites: sites };
    },
  }),
];

const keptMax = 500;
/** A busy website's readers share one read of the database. */
const keptMs = 1_000;

/** Finds the event of an address; undefined for an unknown one, and for a private meeting. */
function createEmbedReads({ db, clock, events }: EmbedsDeps): (eventUuid: string) => Promise<Embedded | undefined> {
  const kept = new LRUCache<string, { readonly until: number; readonly found: Promise<Embedded | undefined> }>({
    max: keptMax,
  });
  const read = async (eventUuid: string): Promise<Embedded | undefined> => {
    const [card] = await events.cards(db, [eventUuid]);
    if (!card || card.event.event_private) return undefined;
    const host = await db.one<{ embed_sites: string[] | null; language: Language | null }>(
      'SELECT embed_sites, language FROM app_user WHERE id = $1',
      [card.user.user_ide],
    );
    return { card, sites: host?.embed_sites ?? null, language: host?.language ?? sourceLanguage };
  };
  return (given) => {
    const eventUuid = given.toLowerCase();
    if (!isUuid(eventUuid)) return Promise.resolve(undefined);
    const now = clock.now();
    const known = kept.get(eventUuid);
    if (known && known.until > now) return known.found;
    const found = read(eventUuid);
    kept.set(eventUuid, { until: now + keptMs, found });
    found.catch(() => kept.delete(eventUuid));
    return found;
  };
}

const themes: readonly EmbedTheme[] = ['auto', 'light', 'dark'];
const scriptKeptSeconds = 3_600;
const previewKeptSeconds = 300;

const embedFiles =
  (deps: EmbedsDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const { publicUrl } = deps.config;
    const read = createEmbedReads(deps);
    const limit = app.limit(eventPollLimit, 'embeds');
    const options = { schema: { hide: true }, onRequest: async (request: FastifyRequest) => limit(request) };

    const page = async (kind: EmbedKind, request: EmbedRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const found = await read(request.params.id);
      const theme = themes.find((name) => name === request.query.theme) ?? 'auto';
      const html = writeIn(readerLanguage(request), () =>
        found ? embedPage({ kind, card: found.card, publicUrl, theme, now: deps.clock.now() }) : missingPage(theme),
      );
      const etag = weakTag(html);
      void reply
        .removeHeader('x-frame-options')
        .header('content-security-policy', framePolicy(deps, found?.sites ?? null))
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('x-robots-tag', 'noindex')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-language, cookie')
        .header('etag', etag);
      if (found && matchesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
      return reply
        .status(found ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(html);
    };
    app.get<EmbedParts>('/embed/event/:id', options, (request, reply) => page('event', request, reply));
    app.get<EmbedParts>('/embed/button/:id', options, (request, reply) => page('button', request, reply));
    app.get('/embed.js', options, async (_request, reply) =>
      reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', `public, max-age=${scriptKeptSeconds}`)
        .type('text/javascript; charset=utf-8')
        .send(embedScript),
    );
    const previews = createPreviews(deps);
    app.addHook('onClose', previews.close);
    const limitPreviews = app.limit(previewLimit, 'link previews');
    app.get<{ Params: { id: string } }>(
      '/event/:id/preview.jpg',
      { ...options, onRequest: async (request: FastifyRequest) => limitPreviews(request) },
      async (request, reply) => {
        const found = await read(request.params.id);
        if (!found) throw refuse('event_not_found');
        const preview = previews.of(found);
        void reply.header('cross-origin-resource-policy', 'cross-origin').header('x-robots-tag', 'noindex');
        if (matchesTag(request.headers['if-none-match'], preview.etag)) return reply.status(304).send();
        const picture = await preview.picture();
        // Better the cover alone than a link without a picture.
        if (!picture)
          return reply.header('cache-control', 'no-store').redirect(found.card.event.event_cover_image, 302);
        return reply
          .header('etag', preview.etag)
          .header('cache-control', `public, max-age=${previewKeptSeconds}`)
          .type('image/jpeg')
          .send(picture);
      },
    );
    app.get<{ Querystring: Record<string, unknown> }>('/oembed', options, async (request, reply) => {
      const answer = await oembedAnswer({ publicUrl, read }, request.query);
      return reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-cache')
        .send(answer);
    });
  };

interface EmbedParts {
  Params: { id: string };
  Querystring: { theme?: string | string[] };
}
type EmbedRequest = FastifyRequest<EmbedParts>;

/** What a frame may do, and which websites may show it: ours always, for the preview on the share page. */
function framePolicy({ config }: EmbedsDeps, sites: readonly string[] | null): string {
  const media = config.s3?.publicUrl ? ` ${new URL(config.s3.publicUrl).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    `img-src 'self'${media}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites === null ? '*' : ["'self'", ...sites].join(' ')}`,
  ].join('; ');
}
