import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageOrigin } from '../http/addresses.ts';
import { hashOf } from '../keys.ts';
import type { Kit } from '../kit.ts';
import type { OAuthRequest } from './oauth-client.ts';
import { escapeHtml, standInStyle } from './payment-sandbox/page.ts';

const formBytesMax = 2048;
const asked = /^[\w-]{20,200}$/;

interface AuthorizationRequest {
  redirect_uri?: string;
  state?: string;
  code_challenge?: string;
}

interface PageRequest {
  Querystring: AuthorizationRequest;
  Body: AuthorizationRequest & Partial<Record<string, string>>;
}

/** A code that was asked for with a challenge and is good at one address. */
interface GivenCode {
  readonly hash: Buffer;
  readonly challenge: string;
  readonly returnUrl: string;
}

/** What a code is asked for with; the verifier is needed to trade it (PKCE, S256). */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/** Where people sign in at a built-in provider: its page, at the origin that they come back to. */
export function standInUrl(path: string, { state, codeVerifier, returnUrl }: OAuthRequest): string {
  const url = new URL(path, returnUrl);
  url.search = new URLSearchParams({
    response_type: 'code',
    redirect_uri: returnUrl,
    state,
    code_challenge: challengeOf(codeVerifier),
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

/** A built-in provider that people sign in at, with one page. */
interface SignInPages<Said> {
  readonly path: string;
  /** Where people are sent back to, at our own addresses. */
  readonly returnPath: string;
  readonly title: string;
  /** What it stands in for, in its note. */
  readonly insteadOf: string;
  readonly heading: string;
  readonly text: string;
  /** Fields and buttons of the form; what was typed and cannot be taken comes back in it. */
  form(wrong: string | undefined): string;
  /** What somebody says there: refused, typed wrongly, or to be kept with the code. */
  read(form: Partial<Record<string, string>>): 'denied' | { readonly wrong: string } | { readonly said: Said };
  keep(code: GivenCode, said: Said): Promise<void>;
  /** What to do when the page was opened in another way. */
  readonly elsewhere: string;
}

/** OAuth's authorization page without a provider. It never sends anybody to a page that is not ours. */
export const signInPages =
  <Said>({ config, ids }: Pick<Kit, 'config' | 'ids'>, pages: SignInPages<Said>) =>
  async (app: FastifyInstance): Promise<void> => {
    const { path, returnPath } = pages;
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const hidden = { schema: { hide: true } };
    const isOurs = (address: string | undefined, host: string | undefined): boolean =>
      [config.publicUrl, pageOrigin(config, host)].some((origin) => address === `${origin}${returnPath}`);
    const isGood = <Known extends AuthorizationRequest>(
      params: Known | undefined,
      { headers }: FastifyRequest,
    ): params is Known & Required<AuthorizationRequest> =>
      isOurs(params?.redirect_uri, headers.host) &&
      asked.test(params?.state ?? '') &&
      asked.test(params?.code_challenge ?? '');
    const back = (reply: FastifyReply, returnUrl: string, answer: Record<string, string>): FastifyReply =>
      reply.redirect(`${returnUrl}?${new URLSearchParams(answer).toString()}`, 303);
    const wrongPage = page(pages, `<h1>Link not valid</h1><p>${pages.elsewhere}</p>`);

    app.get<PageRequest>(path, hidden, async (request, reply) =>
      isGood(request.query, request) ? send(reply, 200, signInPage(pages, request.query)) : send(reply, 400, wrongPage),
    );

    app.post<PageRequest>(path, hidden, async (request, reply) => {
      const { body } = request;
      if (!isGood(body, request)) return send(reply, 400, wrongPage);
      const { state, redirect_uri: returnUrl } = body;
      const read = pages.read(body);
      if (read === 'denied') return back(reply, returnUrl, { error: 'access_denied', state });
      if ('wrong' in read) return send(reply, 400, signInPage(pages, body, read.wrong));
      const code = ids.secret();
      await pages.keep({ hash: hashOf(code), challenge: body.code_challenge, returnUrl }, read.said);
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

type Words = Pick<SignInPages<never>, 'title' | 'insteadOf'>;

const page = ({ title, insteadOf }: Words, inner: string): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} (local stand-in) · Frontrow</title><style>${standInStyle}
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
<body><main><p class="note">Local stand-in, not ${insteadOf}</p>${inner}</main></body></html>`;

function signInPage<Said>(pages: SignInPages<Said>, params: Required<AuthorizationRequest>, wrong?: string): string {
  const hidden = (['redirect_uri', 'state', 'code_challenge'] as const)
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(params[name])}">`)
    .join('');
  return page(
    pages,
    `<h1>${pages.heading}</h1>
<p>${pages.text}</p>
<form method="post" action="${pages.path}">${hidden}
${pages.form(wrong)}</form>`,
  );
}

/** A field for a name, with what is wrong about the one that was typed. */
export const nameField = (
  field: { name: string; label: string; hint: string; focused?: true },
  wrong: string | undefined,
): string =>
  `<label>${field.label}<input name="${field.name}" value="${escapeHtml(wrong ?? '')}" autocomplete="off" ` +
  `autocapitalize="none" spellcheck="false"${field.focused ? ' autofocus' : ''}></label>` +
  (wrong === undefined ? '' : `<p class="wrong" role="alert">${field.hint}</p>`);
