import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../src/process/config.ts';

interface FakeAnswer {
  readonly status: number;
  readonly body: string;
}

/** A wallet at the provider. */
export interface FakeWallet {
  readonly subject: string;
  nftCollections: string[];
  coins: { symbol: string; balance: number | string }[];
}

export interface FakeRally {
  readonly settings: NonNullable<Config['rally']>;
  /** The person signs in with this wallet on the page `url` leads to: the code they come back with. */
  approve(url: string, wallet: FakeWallet): string;
  mode: 'up' | 'down' | 'without refresh' | 'nonsense';
  /** What one of its addresses answers instead, until it is removed. */
  answers: { token?: FakeAnswer; holdings?: FakeAnswer };
  /** What was asked at the holdings' address, in order. */
  readonly questions: unknown[];
  close(): Promise<void>;
}

const clientSecret = 'rally-secret';

/** A wallet provider as a small program: OAuth 2.0 with PKCE, refresh tokens that rotate, and the holdings' address. */
export async function startFakeRally(): Promise<FakeRally> {
  const codes = new Map<string, { challenge: string; returnUrl: string; wallet: FakeWallet }>();
  const access = new Map<string, FakeWallet>();
  const refresh = new Map<string, FakeWallet>();
  const questions: unknown[] = [];
  const state: Pick<FakeRally, 'mode' | 'answers'> = { mode: 'up', answers: {} };

  function tokensOf(wallet: FakeWallet): object {
    const [token, again] = [randomUUID(), randomUUID()];
    access.set(token, wallet);
    if (state.mode !== 'without refresh') refresh.set(again, wallet);
    return {
      access_token: token,
      token_type: 'bearer',
      id_token: 'not.for.us',
      ...(state.mode !== 'without refresh' && { refresh_token: again }),
    };
  }

  function walletOf(form: URLSearchParams): FakeWallet | undefined {
    if (form.get('client_secret') !== clientSecret) return undefined;
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? '';
      const wallet = refresh.get(token);
      refresh.delete(token);
      return wallet;
    }
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return asked?.challenge === challenge && asked.returnUrl === form.get('redirect_uri') ? asked.wallet : undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const send = (status: number, body: object | string) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (state.mode === 'down') return void send(500, {});
    const instead = request.url === '/token' ? state.answers.token : state.answers.holdings;
    if (instead) return void send(instead.status, instead.body);
    if (request.url === '/token') {
      const wallet = walletOf(new URLSearchParams(text));
      return void (wallet ? send(200, tokensOf(wallet)) : send(400, { error: 'invalid_grant' }));
    }
    const wallet = access.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''));
    if (!wallet) return void send(401, { error: 'invalid_token' });
    questions.push(JSON.parse(text));
    if (state.mode === 'nonsense') return void send(200, { coins: 'many' });
    send(200, { subject: wallet.subject, nft_collections: wallet.nftCollections, coins: wallet.coins });
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    questions,
    settings: {
      clientId: 'frontrow',
      clientSecret,
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      holdingsUrl: `${origin}/holdings`,
    },
    approve(url: string, wallet: FakeWallet): string {
      const { searchParams: asked, href } = new URL(url);
      if (!href.startsWith(`${origin}/authorize?`) || asked.get('code_challenge_method') !== 'S256')
        throw new Error(`not a sign-in page: ${href}`);
      const code = randomUUID();
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        returnUrl: asked.get('redirect_uri') ?? '',
        wallet,
      });
      return code;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
