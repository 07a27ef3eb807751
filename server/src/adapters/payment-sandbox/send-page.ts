import type { FastifyReply } from 'fastify';
import { sandboxPage } from './page.ts';

export interface PageRequest {
  Params: { ref: string };
  Querystring: { signature?: string };
  Body: { decision?: string };
}

const policy = (returnUrl: string | undefined, ancestors: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; ` +
  `form-action 'self'${returnUrl ? ` ${new URL(returnUrl).origin}` : ''}; ` +
  `base-uri 'none'; frame-ancestors ${ancestors}`;

export function send(
  reply: FastifyReply,
  status: number,
  html: string,
  returnUrl: string | undefined,
  ancestors: string,
): FastifyReply {
  return reply
    .status(status)
    .header('content-security-policy', policy(returnUrl, ancestors))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

export const gone = (reply: FastifyReply, ancestors: string): FastifyReply =>
  send(
    reply,
    404,
    sandboxPage({
      title: 'Link not valid',
      text: 'This payment link is not valid. Go back and try again.',
      amount: '',
      action: undefined,
      buttons: [],
    }),
    undefined,
    ancestors,
  );

export const withQuery = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
