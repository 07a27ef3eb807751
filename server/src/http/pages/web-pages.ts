import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import { rallyReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenRateCounter } from '../../ports/rate-counters.ts';
import type { Config } from '../../process/config.ts';
import { matchesTag } from '../entity-tag.ts';
import { networkOf } from '../network-address.ts';
import { errorBodyOf } from '../errors/answer-errors.ts';
import { allowing, sourceOf } from '../headers/security-headers.ts';
import { limitless } from '../limits/rate-limits.ts';
import { drawLimit } from '../limits/limits.ts';
import { type DrawnPage, type DrawnPages, type Encoding, readyPage } from '../../pages/drawn-pages.ts';
import type { Logger } from '../../ports/log.ts';
import { languageOfRequest, readerLanguage } from '../../i18n/request-language.ts';

const assetsKeptSeconds = 31_536_000;
const policyName = 'content-security-policy';
/** Paths that answer with data or files of their own: an unknown one is an error, never a page. */
const notPages = /^\/+(api|assets|socket\.io|uploads|media|dev\/mailbox\.json|livekit|rtc|twirp|whip|debug)(\/|$)/i;

export interface WebPagesParts {
  /** Folder of the built pages. */
  readonly dist: string;
  /** What every page carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly drawn: DrawnPages;
  readonly log: Logger;
  readonly config: Config;
  readonly openOwnRateCounter: OpenRateCounter;
}

/**
 * The built pages: hashed assets are kept for a year, everything else that asks for a page gets one: drawn here when
 * it is public, else the single page, which knows the routes. Nothing here when the pages were not built (tests of
 * the server alone).
 */
export async function webPages(
  app: FastifyInstance,
  { dist, headers, drawn, log, config, openOwnRateCounter }: WebPagesParts,
): Promise<void> {
  const draws = openOwnRateCounter('drawn pages', drawLimit.windowMs);
  const single = singlePage(join(dist, 'index.html'));
  const policyWith = allowing(headers[policyName]!);
  const built = existsSync(join(dist, 'index.html'));

  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = readerLanguage(request);
    const found = await drawn
      .page(request.url, language, async () => {
        if (limitless(config, null, request.ip)) return true;
        return (await draws.take(networkOf(request.ip))).current <= drawLimit.max;
      })
      .catch((error: Error) => {
        log.error({ path: pathOf(request), error: error.message, stack: error.stack }, 'a page was not found');
        return { isPublic: true, page: undefined, status: 200 as const };
      });
    if (!found.isPublic) void reply.header('x-robots-tag', 'noindex');
    // A popup that comes back from a wallet provider stays in the group of its opener: only so may it close itself.
    if (pathOf(request) === rallyReturnPath) void reply.header('cross-origin-opener-policy', 'unsafe-none');
    const { asBuilt, sources } = single();
    void reply.header(policyName, policyWith(sources));
    if (found.status === 404) void reply.header('x-robots-tag', 'noindex');
    return send(request, reply, language, found.page ?? { ...asBuilt(language), status: found.status });
  };

  app.setNotFoundHandler(async (request, reply) => {
    if (!built || !asksForPage(request))
      return reply.status(404).send(errorBodyOf(refuse('not_found'), languageOfRequest(request)));
    return page(request, reply);
  });
  if (!built) return;
  single();
  app.get('/', { schema: { hide: true } }, page);
  app.get('/index.html', { schema: { hide: true } }, (_request, reply) => reply.redirect('/', 301));
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

/**
 * A malformed URL reaches neither a route nor a hook: a request for a page gets the single page, which says that there
 * is none. False: it is not a page that was asked for.
 */
export function pageOfNoAddress(
  dist: string,
  headers: Readonly<Record<string, string>>,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const single = singlePage(join(dist, 'index.html'));
  const policyWith = allowing(headers[policyName]!);
  return (request, reply) => {
    if (!existsSync(join(dist, 'index.html')) || !asksForPage(request)) return false;
    const { asBuilt, sources } = single();
    void reply.headers({ ...headers, [policyName]: policyWith(sources) });
    const language = readerLanguage(request);
    void send(request, reply, language, { ...asBuilt(language), status: 404, noindex: true });
    return true;
  };
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

function asksForPage(request: FastifyRequest): boolean {
  const accepts = request.headers.accept ?? '*/*';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !notPages.test(pathOf(request)) &&
    /text\/html|\*\/\*/.test(accepts)
  );
}

/** The smallest encoding the browser takes. */
function encodingFor(request: FastifyRequest): Encoding {
  const accepts = request.headers['accept-encoding'] ?? '';
  return (
    (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b(?!;q=0(?![.\\d]*[1-9]))`).test(accepts)) ??
    'identity'
  );
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  page: DrawnPage,
): Promise<FastifyReply> {
  void reply
    .header('etag', page.etag)
    .header('cache-control', 'no-cache')
    .header('content-language', language)
    .header('vary', 'accept-encoding, accept-language, cookie');
  if (page.noindex) void reply.header('x-robots-tag', 'noindex');
  if (page.status === 200 && matchesTag(request.headers['if-none-match'], page.etag)) return reply.status(304).send();
  const encoding = encodingFor(request);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply
    .status(page.status)
    .type('text/html; charset=utf-8')
    .send(await page.bytes(encoding));
}

interface SinglePage {
  /** In English, marked with the reader's language: the browser draws it in that one. */
  readonly asBuilt: (language: Language) => DrawnPage;
  /**
   * What it runs from within itself, and what the builds before it ran: drawn pages are made of one of these.
   * Whatever else may have got into one is not run.
   */
  readonly sources: ReadonlySet<string>;
}

/** The page as built, read again when a newer build took its place. */
function singlePage(file: string): () => SinglePage {
  const sources = new Set<string>();
  let read: (SinglePage & { readonly builtAt: number }) | undefined;
  return () => {
    const builtAt = existsSync(file) ? statSync(file).mtimeMs : (read?.builtAt ?? 0);
    if (read?.builtAt !== builtAt) {
      const html = readFileSync(file, 'utf8');
      const inLanguage = (language: Language): DrawnPage =>
        readyPage({ html: html.replace(/<html lang="\w+"/, `<html lang="${language}"`), status: 200, noindex: false });
      const pages = { en: inLanguage('en'), es: inLanguage('es'), de: inLanguage('de') };
      read = {
        builtAt,
        asBuilt: (language) => pages[language],
        sources,
      };
      for (const [, script] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) sources.add(sourceOf(script!));
    }
    return read;
  };
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
