import { ApiRefusal } from './refusal.ts';
import { readMsMax, request } from './request.ts';
import { accessToken, clearTokens, refreshToken, storeTokens, type Tokens } from './tokens.ts';

let running: Promise<boolean> | null = null;
type Ended = (why: string | undefined) => void;
const ended = new Set<Ended>();

/** Called once whenever the session is over and cannot be renewed: in the server's words, where it said so. */
export function onSessionEnd(listener: Ended): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/** One tab at a time: two tabs that use one refresh token twice would log each other out. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  return locks ? locks.request('frontrow-refresh', work) : work();
}

async function rotate(failed: string): Promise<boolean> {
  // Another tab, or an earlier call, was quicker.
  const now = accessToken();
  if (now !== null && now !== failed) return true;
  const refresh = refreshToken();
  if (refresh === null) return end();
  // A person who logged in or out in the meantime, here or in another tab, stays so.
  const stillOurs = (): boolean => refreshToken() === refresh;
  try {
    const tokens = (await request({
      method: 'POST',
      path: '/auth/refresh',
      token: null,
      body: { refresh_token: refresh },
      // All calls of all tabs wait for it.
      withinMs: readMsMax,
    })) as Tokens;
    if (stillOurs()) storeTokens(tokens);
  } catch (error) {
    // Only a clear "no" ends the session: a lost network or a busy server must not log anybody out.
    if (!(error instanceof ApiRefusal && [400, 401, 403].includes(error.status))) throw error;
    if (stillOurs()) return end(error.message);
  }
  return accessToken() !== null;
}

function end(why?: string): false {
  clearTokens();
  for (const listener of ended) listener(why);
  return false;
}

/** Renews the tokens once for all calls that failed with `failed`; false when the session is over. */
export function refreshOnce(failed: string): Promise<boolean> {
  running ??= alone(() => rotate(failed)).finally(() => {
    running = null;
  });
  return running;
}
