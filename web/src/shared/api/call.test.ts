import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { call, callFile, pathOf } from './call.ts';
import { onSessionEnd, refreshOnce } from './refresh.ts';
import { ApiRefusal, messageOf } from './refusal.ts';
import { accessToken, clearTokens, storeTokens } from './tokens.ts';

interface Seen {
  path: string;
  token: string;
  body: unknown;
}

/** A small server with memory: accepts one access token, rotates on refresh. */
function fakeServer() {
  const state = { valid: 'a1', refresh: 'r1', refreshes: 0, refuseRefresh: 0, down: false, seen: [] as Seen[] };
  const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (state.down) throw new TypeError('Failed to fetch');
    const headers = new Headers(init.headers);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : init.body;
    state.seen.push({ path, token: headers.get('access-token') ?? '', body });
    if (path === '/api/auth/refresh') {
      state.refreshes += 1;
      if (state.refuseRefresh > 0 || (body as { refresh_token: string }).refresh_token !== state.refresh) {
        return json(state.refuseRefresh || 401, { errors: [{ message: 'over', code: 'refresh_invalid' }] });
      }
      state.valid = `a${state.refreshes + 1}`;
      state.refresh = `r${state.refreshes + 1}`;
      return json(200, { data: { access_token: state.valid, refresh_token: state.refresh } });
    }
    const token = headers.get('access-token') ?? '';
    if (path === '/api/auth/login')
      return json(401, { errors: [{ message: 'wrong', code: 'credentials_wrong', field: 'password' }] });
    if (path === '/api/user/profile' && token !== state.valid)
      return json(401, { errors: [{ message: 'old', code: 'token_invalid' }] });
    if (path === '/api/user/second_factor/confirm')
      return json(401, { errors: [{ message: 'wrong', code: 'code_wrong', field: 'second_factor_code' }] });
    return json(200, { data: { user_username: 'viewer' } });
  });
  return state;
}

beforeEach(() => clearTokens());
afterEach(() => {
  clearTokens();
  vi.unstubAllGlobals();
});

describe('paths', () => {
  it('a path has its parameters filled and leaves out undefined values', () => {
    expect(pathOf('/events/:id/private', { id: 'a/b' })).toBe('/events/a%2Fb/private');
    expect(pathOf('/events', {}, { free: 'true', cursor: undefined, lang: 2 })).toBe('/events?free=true&lang=2');
  });
});

describe('call', () => {
  it('an error without a message gets a sentence', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(call('GET /events')).rejects.toThrow('Sorry, there was an error with your request');
    vi.stubGlobal('fetch', async () => new Response('{"errors":[]}', { status: 500 }));
    await expect(call('GET /events')).rejects.toThrow('Sorry, there was an error with your request');
  });

  it('an unexpected exception gets a sentence', () => {
    expect(messageOf(new TypeError('x is not a function'))).toBe('Sorry, something went wrong.');
  });

  it('the messages of several errors are joined with commas', async () => {
    const errors = [
      { message: 'One.', code: 'a' },
      { message: 'Two.', code: 'b' },
    ];
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ errors }), { status: 400 }));
    await expect(call('GET /events')).rejects.toThrow('One., Two.');
  });

  it('a call without a session sends the public token and returns the data', async () => {
    const server = fakeServer();
    await expect(call('GET /events')).resolves.toEqual({ user_username: 'viewer' });
    expect(server.seen[0]?.token).toBe('frontrow-public-0.1.9');
  });

  it('a refusal joins its messages and finds them by field', async () => {
    fakeServer();
    const refusal = await call('POST /auth/login', { body: { email: 'a', password: 'b' } }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ApiRefusal);
    expect((refusal as ApiRefusal).field('password')).toBe('wrong');
    expect(
      new ApiRefusal(400, [
        { message: 'one', code: 'a' },
        { message: 'two', code: 'b' },
      ]).message,
    ).toBe('one, two');
  });

  it('five parallel calls renew an old token once, and no one is logged out', async () => {
    const server = fakeServer();
    storeTokens({ access_token: 'a0', refresh_token: 'r1' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('GET /user/profile')));
    expect(answers).toHaveLength(5);
    expect(server.refreshes).toBe(1);
    expect(accessToken()).toBe('a2');
  });

  it('a wrong code is sent once, because it counts as a try and says nothing about the session', async () => {
    const server = fakeServer();
    storeTokens({ access_token: 'a1', refresh_token: 'r1' });
    const typed = call('POST /user/second_factor/confirm', { body: { second_factor_code: '000000' } });
    await expect(typed).rejects.toThrow('wrong');
    expect(server.seen).toHaveLength(1);
  });

  it('a refused refresh token ends the session', async () => {
    const server = fakeServer();
    server.refuseRefresh = 401;
    storeTokens({ access_token: 'a0', refresh_token: 'r1' });
    const over = vi.fn();
    const off = onSessionEnd(over);
    await expect(call('GET /user/profile')).rejects.toBeInstanceOf(ApiRefusal);
    off();
    expect(over.mock.calls).toEqual([['over']]);
    expect(accessToken()).toBeNull();
  });

  it.each([0, 401])('a login during a renewal stays logged in (answered %i)', async (refused) => {
    const server = fakeServer();
    server.refuseRefresh = refused;
    const over = vi.fn();
    const off = onSessionEnd(over);
    storeTokens({ access_token: 'a0', refresh_token: 'r1' });
    const renewed = refreshOnce('a0');
    await eventually(() => expect(server.refreshes).toBe(1));
    storeTokens({ access_token: 'b1', refresh_token: 'other' });
    expect(await renewed).toBe(true);
    off();
    expect(over).not.toHaveBeenCalled();
    expect(accessToken()).toBe('b1');
  });

  it('a renewal that hits a busy server keeps the session', async () => {
    const server = fakeServer();
    server.refuseRefresh = 503;
    storeTokens({ access_token: 'a0', refresh_token: 'r1' });
    await expect(call('GET /user/profile')).rejects.toMatchObject({ status: 503 });
    expect(accessToken()).toBe('a0');
  });

  it('a call without a connection is refused as offline', async () => {
    const server = fakeServer();
    server.down = true;
    await expect(call('GET /events')).rejects.toMatchObject({ status: 0, errors: [{ code: 'offline' }] });
  });

  describe('on a dead line', () => {
    const deadLine = () =>
      vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
        const { promise, reject } = Promise.withResolvers<Response>();
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        return promise;
      });
    const state = (asked: Promise<unknown>) => {
      const found = { now: 'waits' as unknown };
      asked.then(
        (answer) => (found.now = answer),
        (error: unknown) => (found.now = error),
      );
      return found;
    };
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('a read is refused as offline after 30 seconds', async () => {
      deadLine();
      const read = state(call('GET /events'));
      await vi.advanceTimersByTimeAsync(29_999);
      expect(read.now).toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      expect(read.now).toMatchObject({ status: 0, errors: [{ code: 'offline' }] });
    });

    it('a renewal of the tokens ends after 30 seconds, as all calls wait for it', async () => {
      deadLine();
      storeTokens({ access_token: 'a0', refresh_token: 'r1' });
      const renewed = state(refreshOnce('a0'));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(renewed.now).toMatchObject({ status: 0 });
      expect(accessToken()).toBe('a0');
    });

    it('a write is waited for longer than an answer takes, and not forever', async () => {
      deadLine();
      const write = state(call('POST /auth/login', { body: { email: 'a', password: 'b' } }));
      await vi.advanceTimersByTimeAsync(179_999);
      expect(write.now).toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      expect(write.now).toMatchObject({ status: 0 });
    });

    it('a form with a file takes as long as it needs', async () => {
      deadLine();
      const sent = state(call('POST /events/create', { body: new FormData() }));
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(sent.now).toBe('waits');
    });

    it('a long answer that has begun is not cut', async () => {
      const body = new TransformStream<Uint8Array, Uint8Array>();
      vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
        signal?.addEventListener('abort', () => void body.writable.abort(signal.reason).catch(() => undefined));
        return new Response(body.readable, { status: 200 });
      });
      const read = state(call('GET /events'));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(read.now).toBe('waits');
      const writer = body.writable.getWriter();
      await writer.write(new TextEncoder().encode('{"data":"late"}'));
      await writer.close();
      await vi.advanceTimersByTimeAsync(1);
      expect(read.now).toBe('late');
    });

    it('a call that nobody waits for any more throws the browser’s own error', async () => {
      deadLine();
      const nobody = new AbortController();
      const read = state(call('GET /events', { signal: nobody.signal }));
      nobody.abort();
      await vi.advanceTimersByTimeAsync(1);
      expect(read.now).toMatchObject({ name: 'AbortError' });
    });
  });

  it('a line that breaks within the answer is no answer', async () => {
    const broken = () => new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
    vi.stubGlobal('fetch', async () => new Response(broken(), { status: 200 }));
    await expect(call('GET /events')).rejects.toMatchObject({ status: 0 });
    const file = callFile('GET /billing/orders/:order/receipt.pdf', { params: { order: 'o1' } });
    await expect(file).rejects.toMatchObject({ status: 0 });
    vi.stubGlobal('fetch', async () => new Response('<h1>Log in to this network</h1>', { status: 200 }));
    await expect(call('GET /events')).rejects.toMatchObject({ status: 0 });
    vi.stubGlobal('fetch', async () => new Response(broken(), { status: 409 }));
    await expect(call('GET /events')).rejects.toMatchObject({ status: 409 });
  });

  it('calls work where local storage throws', async () => {
    fakeServer();
    vi.stubGlobal('window', {
      get localStorage(): Storage {
        throw new DOMException('closed', 'SecurityError');
      },
    });
    storeTokens({ access_token: 'a1', refresh_token: 'r1' });
    expect(accessToken()).toBe('a1');
    await expect(call('GET /user/profile')).resolves.toEqual({ user_username: 'viewer' });
  });
});
