import { createHash } from 'node:crypto';
import type { Config } from '../../process/config.ts';

/** What WalletConnect talks to. */
const walletConnectRelays = ['wss://relay.walletconnect.com', 'wss://relay.walletconnect.org'];

/**
 * Content-Security-Policy. Pages of the sandbox that sit in our own iframe set their own
 * frame-ancestors.
 */
export function contentPolicy(config: Config): { useDefaults: false; directives: Record<string, string[] | null> } {
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
