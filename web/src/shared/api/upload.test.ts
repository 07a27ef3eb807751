import { afterEach, expect, it, vi } from 'vitest';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { refreshOnce } from './refresh.ts';
import { accessToken, clearTokens, storeTokens } from './tokens.ts';
import { upload } from './upload.ts';

afterEach(() => {
  clearTokens();
  vi.unstubAllGlobals();
});

/** A browser whose uploads end with these answers, the last one repeatedly. */
function answering(status: number, response: unknown, ...later: [status: number, response: unknown][]): string[] {
  const sentAs: string[] = [];
  const answers: [number, unknown][] = [[status, response], ...later];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      status = 0;
      response: unknown = null;
      responseType = '';
      timeout = 0;
      upload = new EventTarget();
      open(): void {}
      abort(): void {}
      getResponseHeader(name: string): string | null {
        return name === 'x-request-id' ? 'r-1' : null;
      }
      setRequestHeader(name: string, value: string): void {
        if (name === accessTokenHeader) sentAs.push(value);
      }
      send(): void {
        [this.status, this.response] = answers.length > 1 ? answers.shift()! : answers[0]!;
        this.dispatchEvent(new Event(this.status !== 0 ? 'load' : this.timeout > 0 ? 'timeout' : 'error'));
      }
    },
  );
  return sentAs;
}

const send = (signal = new AbortController().signal) =>
  upload('/events/updateThanksVideo', new FormData(), { onProgress: () => {}, signal });

it.each([
  [404, { errors: [{ message: 'Sorry, we could not find that event.', code: 'event_not_found' }] }],
  [400, { errors: [{ message: 'File size exceeded', code: 'video_too_large' }] }],
])('an upload that is refused with %i shows the server’s own words', async (status, body) => {
  answering(status, body);
  await expect(send()).rejects.toThrow(body.errors[0]!.message);
});

it('an answer without success says that something went wrong', async () => {
  answering(200, { data: { success: false } });
  await expect(send()).rejects.toThrow('Sorry, something went wrong.');
});

it('an upload returns what the server answered', async () => {
  answering(200, { data: { event: { event_uuid: 'u' } } });
  await expect(send()).resolves.toEqual({ event: { event_uuid: 'u' } });
});

it('an error keeps the id by which the log knows it', async () => {
  answering(500, { errors: [{ message: 'Sorry, something went wrong.', code: 'internal' }] });
  await expect(send()).rejects.toMatchObject({ status: 500, reference: 'r-1' });
});

it('an upload without progress for long is given up', async () => {
  answering(0, null);
  await expect(send()).rejects.toThrow('The upload took too long.');
});

const tokenUntil = (ms: number): string => `x.${btoa(JSON.stringify({ sub: '7', exp: Math.floor(ms / 1000) }))}.y`;
const old = (): string => tokenUntil(Date.now() - 1_000);
const fresh = tokenUntil(Date.now() + 600_000);

/** A server that renews tokens, or says that the session is over. */
function renewing(status: number): void {
  const body =
    status === 200
      ? { data: { access_token: fresh, refresh_token: 'r2' } }
      : { errors: [{ message: 'Your session has ended. Please log in again.', code: 'refresh_invalid' }] };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
}

it('an outdated token is renewed before anything is sent, so that a hundred megabytes go once', async () => {
  renewing(200);
  storeTokens({ access_token: old(), refresh_token: 'r1' });
  const sentAs = answering(200, { data: { success: true } });
  await send();
  expect(sentAs).toEqual([fresh]);
});

it('nothing is sent once the session is over', async () => {
  renewing(401);
  storeTokens({ access_token: old(), refresh_token: 'r1' });
  const sentAs = answering(200, { data: { success: true } });
  await expect(send()).rejects.toThrow('Your session has ended. Please log in again.');
  expect(sentAs).toEqual([]);
});

const refused = { errors: [{ message: 'Your session has ended. Please log in again.', code: 'token_invalid' }] };

it('a refused token is renewed, and the file is sent again with the new one, once', async () => {
  const first = tokenUntil(Date.now() + 300_000);
  renewing(200);
  storeTokens({ access_token: first, refresh_token: 'r1' });
  const sentAs = answering(401, refused, [200, { data: { success: true } }]);
  await expect(send()).resolves.toEqual({ success: true });
  expect(sentAs).toEqual([first, fresh]);

  storeTokens({ access_token: first, refresh_token: 'r2' });
  const sentAgainAs = answering(401, refused);
  await expect(send()).rejects.toMatchObject({ status: 401 });
  expect(sentAgainAs).toEqual([first, fresh]);
});

it('a file is not sent again when the session cannot be renewed', async () => {
  renewing(401);
  storeTokens({ access_token: fresh, refresh_token: 'r1' });
  const sentAs = answering(401, refused);
  await expect(send()).rejects.toThrow('Your session has ended.');
  expect(sentAs).toEqual([fresh]);
});

it.each([
  ['before anything is sent', old],
  ['after it was refused', () => fresh],
])('an upload is cancelled while the session is being renewed %s, too', async (_when, token) => {
  const isAsked = Promise.withResolvers<void>();
  const renewed = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => {
    isAsked.resolve();
    return renewed.promise;
  });
  storeTokens({ access_token: token(), refresh_token: 'r1' });
  const sentAs = answering(401, { errors: [{ message: 'no', code: 'token_invalid' }] });
  const cancel = new AbortController();
  const sending = send(cancel.signal);
  await isAsked.promise;
  const sentBefore = sentAs.length;
  cancel.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });

  // Anyone else who waits for the renewal gets it.
  const renewal = refreshOnce(accessToken()!);
  const tokens = { access_token: fresh, refresh_token: 'r2' };
  renewed.resolve(new Response(JSON.stringify({ data: tokens }), { status: 200 }));
  await expect(renewal).resolves.toBe(true);
  expect([accessToken(), sentAs.length]).toEqual([fresh, sentBefore]);
});
