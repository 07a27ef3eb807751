import { isIP } from 'node:net';
import { webhookUrlCharsMax } from '@frontrow/core/developers/webhooks.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isPublicAddress } from './http/public-address.ts';

const field = { field: 'url' };
const localName = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)\.?$/i;

const isLoopbackHost = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '::1';

/**
 * The address of an endpoint in one spelling. What is private by its looks is refused here, so that a host learns of it
 * at once; what a name resolves to is checked with every connection.
 */
export function readEndpointUrl(
  typed: string,
  { loopback, charsMax = webhookUrlCharsMax }: { readonly loopback: boolean; readonly charsMax?: number },
): string {
  const text = typed.trim();
  if (text.length > charsMax) throw refuse('bad_input', { detail: `At most ${charsMax} characters.` }, field);
  // `URL` reads `localhost:3000` as an address of the scheme `localhost`: the slashes are required.
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) throw refuse('webhook_url_invalid', {}, field);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw refuse('webhook_url_with_login', {}, field);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isLoopback = isLoopbackHost(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback && loopback))
    throw refuse('webhook_url_not_https', {}, field);
  if (!(isLoopback && loopback) && isPrivate(host)) throw refuse('webhook_url_private', {}, field);
  url.hash = '';
  return url.href;
}

interface OutsideAddress {
  /** The first of them is expected, and any of them taken. */
  readonly schemes: readonly string[];
  readonly loopback: boolean;
  readonly charsMax: number;
  readonly refusals: { readonly invalid: 'restream_url_invalid'; readonly private: 'restream_url_private' };
}

/** The same for a server that is no web server. */
export function readOutsideAddress(typed: string, { schemes, loopback, charsMax, refusals }: OutsideAddress): string {
  const text = typed.trim();
  if (text.length > charsMax || !/^[a-z]+:\/\/[^/]/i.test(text) || !URL.canParse(text))
    throw refuse(refusals.invalid, {}, field);
  const url = new URL(text);
  if (!schemes.includes(url.protocol) || url.username !== '' || url.password !== '')
    throw refuse(refusals.invalid, {}, field);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (!(isLoopbackHost(host) && loopback) && isPrivate(host)) throw refuse(refusals.private, {}, field);
  url.hash = '';
  return url.href;
}

function isPrivate(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return localName.test(host) || !host.replace(/\.$/, '').includes('.');
}
