import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const assetsKeptSeconds = 31_536_000;
/** Paths that answer with data or files of their own: an unknown one is an error, never a page. */
const notPages = /^\/(api|assets|socket\.io|uploads|media|dev\/mailbox\.json)(\/|$)/;

/**
 * The built pages: hashed assets are kept for a year, everything else that asks for a page gets the single page, which
 * knows the routes. Nothing here when the pages were not built (tests of the server alone).
 */
export async function webPages(app: FastifyInstance, dist: string): Promise<void> {
  const page = singlePage(join(dist, 'index.html'));
  const built = existsSync(join(dist, 'index.html'));
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || !asksForPage(request))
      return reply.status(404).send({ errors: [{ message: refuse('not_found').message, code: 'not_found' }] });
    return sendPage(request, reply, page());
  });
  if (!built) return;
  app.get('/', { schema: { hide: true } }, async (request, reply) => sendPage(request, reply, page()));
  await app.register(serveFiles, {
    root: dist,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const kept = path.includes('/assets/');
      void response.header(
        'cache-control',
        kept ? `public, max-age=${assetsKeptSeconds}, immutable` : 'public, max-age=300',
      );
    },
    allowedPath: (path) => isFile(join(dist, path)) && !path.startsWith('/.'),
  });
}

interface Page {
  readonly html: string;
  readonly etag: string;
}

function asksForPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/';
  const accepts = request.headers.accept ?? '*/*';
  return (
    (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(path) && /text\/html|\*\/\*/.test(accepts)
  );
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, etag }: Page): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.status(200).send(html);
}

/** The page as built, read again when a newer build took its place. */
function singlePage(file: string): () => Page {
  let read: (Page & { readonly builtAt: number }) | undefined;
  return () => {
    const builtAt = existsSync(file) ? statSync(file).mtimeMs : (read?.builtAt ?? 0);
    if (read === undefined || read.builtAt !== builtAt) {
      const html = readFileSync(file, 'utf8');
      read = { html, builtAt, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
    }
    return read;
  };
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
