import { createHash } from 'node:crypto';
import type { Config } from '../../process/config.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** What WalletConnect talks to. */
const walletConnectRelays = ['wss://relay.walletconnect.com', 'wss://relay.walletconnect.org'];

/**
 * Content-Security-Policy. Pages of the sandbox that sit in our own iframe set their own frame-ancestors.
 */
function contentPolicy(config: Config): { useDefaults: false; directives: Record<string, string[] | null> } {
  const stripe = config.stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : [];
  const relay = config.walletConnectId === undefined ? [] : walletConnectRelays;
  const media = config.s3?.publicUrl ? [new URL(config.s3.publicUrl).origin] : [];
  const engine = config.livekit?.publicUrl;
  const video = engine === undefined ? [] : [engine.replace(/^http/, 'ws'), engine.replace(/^ws/, 'http')];
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'", ...stripe],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', ...media],
      'media-src': ["'self'", 'blob:', ...media],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...video, ...(config.stripe ? ['https://api.stripe.com'] : []), ...relay],
      'frame-src': ["'self'", ...stripe, ...(config.stripe ? ['https:'] : [])],
      'worker-src': ["'self'", 'blob:'],
      'manifest-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'object-src': ["'none'"],
    },
  };
}

/** How a policy names a script that stands in a page. */
export const sourceOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const ownScripts = "script-src 'self'";

/**
 * The policy of a page that runs scripts of these sources from within itself, and no other. Throws where there is
 * none to add them to.
 */
export function allowing(policy: string): (sources: Iterable<string>) => string {
  const [before, after] = policy.split(ownScripts);
  if (after === undefined) throw new Error(`a policy of pages says ${ownScripts}; this one does not: ${policy}`);
  return (sources) => [before, [ownScripts, ...sources].join(' '), after].join('');
}

type Headers = Readonly<Record<string, string>>;

/** Data is never a document: nothing may run in it or frame it. The call browser is the one page below `/api`. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
/** What means something only where a document is opened. */
const forDocuments = new Set([
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);
const isData = (url: string): boolean => url.startsWith('/api/') && !url.startsWith('/api/docs');

/**
 * Headers on every answer: pages, files, data and refusals alike. Helmet is asked once at the start instead of at every
 * request: its answer depends on the settings alone, and asking cost a tenth of the time of a small call.
 */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  const ofPages = pageHeaders(config);
  const ofData = callHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(isData(request.url) ? ofData : ofPages);
    done();
  });
}

/** What answers carry that no route of ours writes: addresses that cannot be read, the socket's own words. */
export const dataHeaders = (config: Config): Headers => ({
  ...Object.fromEntries(Object.entries(pageHeaders(config)).filter(([name]) => !forDocuments.has(name))),
  'content-security-policy': dataPolicy,
});

/**
 * What answers of calls carry. What a token of ours opened is nobody else's: a cache in between knows no such header.
 * What may be kept says so itself.
 */
export const callHeaders = (config: Config): Headers => ({ ...dataHeaders(config), 'cache-control': 'no-store' });

/** What pages and files carry. */
export function pageHeaders(config: Config): Headers {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
  };
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: contentPolicy(config),
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    hsts: config.production,
  })({} as IncomingMessage, recorder as unknown as ServerResponse, (problem?: unknown) => {
    if (problem) throw new Error('the security headers cannot be made', { cause: problem });
  });
  return headers;
}
