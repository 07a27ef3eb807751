import { rallyReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageOrigin } from '../../http/addresses/page-origin.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { escapeHtml, standInStyle } from '../payment-sandbox/page.ts';
import { standInPath } from './stand-in-gate.ts';

const codeValidSeconds = 60;
const asked = /^[\w-]{20,200}$/;
const walletName = /^[A-Za-z0-9][A-Za-z0-9._-]{2,60}$/;

interface Asked {
  redirect_uri?: string;
  state?: string;
  code_challenge?: string;
}

interface PageRequest {
  Querystring: Asked;
  Body: Asked & { decision?: string; wallet?: string };
}

/**
 * The built-in provider's one page: "I am a holder" of everything asked, or not. A wallet may be named, to be the same
 * one again; else each sign-in is with a new one. It never sends anybody to a page that is not ours.
 */
export const standInPages =
  ({ config, db, ids }: Pick<Kit, 'config' | 'db' | 'ids'>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 2048 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const hidden = { schema: { hide: true } };
    const isOurs = (address: string | undefined, host: string | undefined): boolean =>
      [config.publicUrl, pageOrigin(config, host)].some((origin) => address === `${origin}${rallyReturnPath}`);
    const isGood = <Trip extends Asked>(
      trip: Trip | undefined,
      { headers }: FastifyRequest,
    ): trip is Trip & Required<Asked> =>
      isOurs(trip?.redirect_uri, headers.host) &&
      asked.test(trip?.state ?? '') &&
      asked.test(trip?.code_challenge ?? '');
    const back = (reply: FastifyReply, returnUrl: string, answer: Record<string, string>): FastifyReply =>
      reply.redirect(`${returnUrl}?${new URLSearchParams(answer).toString()}`, 303);

    app.get<PageRequest>(standInPath, hidden, async (request, reply) =>
      isGood(request.query, request) ? send(reply, 200, signInPage(request.query)) : send(reply, 400, wrongPage),
    );

    app.post<PageRequest>(standInPath, hidden, async (request, reply) => {
      const { body } = request;
      if (!isGood(body, request)) return send(reply, 400, wrongPage);
      const { state, redirect_uri: returnUrl, decision } = body;
      if (decision !== 'holder' && decision !== 'not_holder')
        return back(reply, returnUrl, { error: 'access_denied', state });
      const typed = (body.wallet ?? '').trim();
      if (typed !== '' && !walletName.test(typed)) return send(reply, 400, signInPage(body, typed));
      const wallet = typed === '' ? ids.uuid() : typed.toLowerCase();
      const code = ids.secret();
      await db.query(
        `INSERT INTO rally_stand_in_wallet (wallet, is_holder) VALUES ($1, $2)
         ON CONFLICT (wallet) DO UPDATE SET is_holder = excluded.is_holder, said_at = app_now()`,
        [wallet, decision === 'holder'],
      );
      await db.query(
        `INSERT INTO rally_stand_in_code (hash, code_challenge, return_url, wallet, expires_at)
         VALUES ($1, $2, $3, $4, app_now() + make_interval(secs => $5))`,
        [hashOf(code), body.code_challenge, returnUrl, wallet, codeValidSeconds],
      );
      return back(reply, returnUrl, { code, state });
    });
  };

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .status(status)
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

const page = (inner: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Sign in with your wallet (local stand-in) · Frontrow</title><style>${standInStyle}
label { display: grid; gap: 8px; font-size: 14px; font-weight: 600; }
details { font-size: 14px; }
summary { cursor: pointer; padding: 8px 0; }
input {
  min-height: 48px;
  padding: 0 16px;
  border: 1px solid var(--quiet);
  border-radius: 12px;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 400;
  font-size: 16px;
}
input:focus-visible, summary:focus-visible { outline: 2px solid #6C4CF1; outline-offset: 2px; }
.wrong { color: var(--text); font-weight: 600; margin: 0; }</style></head>
<body><main><p class="note">Local stand-in, not a wallet</p>${inner}</main></body></html>`;

function signInPage(trip: Required<Asked>, wrongWallet?: string): string {
  const hidden = (['redirect_uri', 'state', 'code_challenge'] as const)
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(trip[name])}">`)
    .join('');
  const wrong =
    wrongWallet === undefined
      ? ''
      : '<p class="wrong" role="alert">Use 3 to 60 letters, numbers, dots, dashes or underscores.</p>';
  return page(`<h1>Do you hold what this event asks for?</h1>
<p>Frontrow asks what your wallet holds. This page stands in for a wallet: whatever you say is believed.</p>
<form method="post" action="${standInPath}">${hidden}
<button name="decision" value="holder">I am a holder</button>
<button name="decision" value="not_holder" class="quiet">I am not</button>
<details${wrongWallet === undefined ? '' : ' open'}><summary>Name the wallet</summary>
<label>Wallet, to be the same one again<input name="wallet" value="${escapeHtml(wrongWallet ?? '')}" autocomplete="off" autocapitalize="none" spellcheck="false"></label>${wrong}</details></form>`);
}

const wrongPage = page('<h1>Link not valid</h1><p>Close this window and get your ticket again.</p>');
