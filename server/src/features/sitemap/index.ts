import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Feature } from '../../feature.ts';
import { readLimit } from '../../http/limits/limits.ts';
import type { Kit } from '../../kit.ts';
import { chunkNames, pathsOf } from './public-paths.ts';

const keptSeconds = 3_600;
const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** What crawlers may read and where everything public stands. */
export function sitemapFeature({ db, config }: Pick<Kit, 'db' | 'config'>): { feature: Feature } {
  const { publicUrl } = config;

  async function* chunk(paths: AsyncIterable<string>): AsyncGenerator<string> {
    yield `${xmlHead}<urlset ${namespace}>\n`;
    for await (const path of paths) yield `<url><loc>${publicUrl}${path}</loc></url>\n`;
    yield '</urlset>\n';
  }

  const plugin = async (app: FastifyInstance): Promise<void> => {
    const limit = app.limit(readLimit, 'site map');
    const options = { schema: { hide: true }, onRequest: async (request: FastifyRequest) => limit(request) };
    app.get('/robots.txt', options, async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${keptSeconds}`)
        .type('text/plain; charset=utf-8')
        .send(
          `User-agent: *\nDisallow: /api/\nDisallow: /dev/\nDisallow: /payment/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
        ),
    );
    app.get('/sitemap.xml', options, async (_request, reply) => {
      const names = await chunkNames(db);
      return reply
        .header('cache-control', `public, max-age=${keptSeconds}`)
        .type('application/xml; charset=utf-8')
        .send(
          `${xmlHead}<sitemapindex ${namespace}>\n${names
            .map((name) => `<sitemap><loc>${publicUrl}/sitemap/${name}.xml</loc></sitemap>\n`)
            .join('')}</sitemapindex>\n`,
        );
    });
    app.get<{ Params: { name: string } }>('/sitemap/:name.xml', options, async (request, reply) => {
      const paths = pathsOf(db, request.params.name);
      if (!paths) throw refuse('not_found');
      return reply
        .header('cache-control', `public, max-age=${keptSeconds}`)
        .type('application/xml; charset=utf-8')
        .send(Readable.from(chunk(paths)));
    });
  };
  return { feature: { name: 'sitemap', plugin } };
}
