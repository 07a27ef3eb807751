import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../src/process/config.ts';

export interface FakeInstagram {
  readonly settings: NonNullable<Config['instagram']>;
  /** The person says yes on the page `url` leads to: the code they come back with. */
  approve(url: string, person: { id: string; username: string; name?: string }): string;
  /** The same with a profile of any kind, as JSON. */
  approveProfile(url: string, profile: string): string;
  mode: 'up' | 'down';
  /** What one of its addresses answers instead, until it is removed. */
  answers: { token?: FakeAnswer; profile?: FakeAnswer };
  close(): Promise<void>;
}

interface FakeAnswer {
  readonly status: number;
  readonly body: string;
}

const clientSecret = 'instagram-secret';

/**
 * Instagram as a small program, with its oddities: tokens without a type in a `data` list, errors that are not
 * OAuth's.
 */
export async function startFakeInstagram(): Promise<FakeInstagram> {
  const codes = new Map<string, { challenge: string; returnUrl: string; person: string }>();
  const tokens = new Map<string, string>();
  const state: Pick<FakeInstagram, 'mode' | 'answers'> = { mode: 'up', answers: {} };

  function trade(form: URLSearchParams): { status: number; body: object } {
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const good =
      asked?.challenge === challenge &&
      asked.returnUrl === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_secret') === clientSecret;
    if (!good)
      return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization' } };
    const token = randomUUID();
    tokens.set(token, asked.person);
    return { status: 200, body: { data: [{ access_token: token, user_id: '1', permissions: 'basic' }] } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const send = (status: number, body: object | string) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (state.mode === 'down') return void send(500, {});
    const instead = request.method === 'POST' ? state.answers.token : state.answers.profile;
    if (instead) return void send(instead.status, instead.body);
    if (request.method === 'POST') {
      const { status, body } = trade(new URLSearchParams(text));
      return void send(status, body);
    }
    const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''));
    send(person ? 200 : 401, person ?? { error: { message: 'Invalid OAuth access token' } });
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  function approveProfile(url: string, person: string): string {
    const { searchParams: asked, href } = new URL(url);
    if (!href.startsWith(`${origin}/oauth/authorize?`) || asked.get('code_challenge_method') !== 'S256')
      throw new Error(`not a sign-in page: ${href}`);
    const code = randomUUID();
    codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      returnUrl: asked.get('redirect_uri') ?? '',
      person,
    });
    return code;
  }
  return Object.assign(state, {
    settings: {
      clientId: 'frontrow',
      clientSecret,
      authorizeUrl: `${origin}/oauth/authorize`,
      tokenUrl: `${origin}/oauth/access_token`,
      profileUrl: `${origin}/me?fields=user_id,username,name`,
      scope: 'instagram_business_basic',
    },
    approve: (url: string, { id, username, name }: { id: string; username: string; name?: string }) =>
      approveProfile(url, JSON.stringify({ user_id: Number(id), username, name })),
    approveProfile,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
