import type { WireInfluencer, WireProfile } from '@frontrow/contract/accounts/api.ts';
import { create } from 'zustand';
import { call } from '#web/shared/api/call.ts';
import { onSessionEnd } from '#web/shared/api/refresh.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { forgetOfflineTickets } from '#web/shared/offline-tickets.ts';
import { afterLoginKey, readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import { accessToken, clearTokens, storeTokens, tokenOwner, type Tokens } from '#web/shared/api/tokens.ts';

/** Current-user state, persisted locally. */
export interface Session {
  user: WireProfile | null;
  influencer: WireInfluencer | null;
  /** Has the role and is not in viewer mode: decides which menus show. */
  isInfluencer: boolean;
  /** A host may look at the product as a viewer. */
  viewerMode: boolean;
  /** True until the server has said whose the stored token is. */
  loading: boolean;
  error: boolean;
}

const storedKey = 'frontrow-current-user';
const empty: Session = {
  user: null,
  influencer: null,
  isInfluencer: false,
  viewerMode: false,
  loading: false,
  error: false,
};

/** Read with a selector: `useSession((session) => session.user)`. */
export const useSession = create<Session>(() => empty);

function update(change: Partial<Session>): void {
  useSession.setState((before) => {
    const next = { ...before, ...change };
    return { ...next, isInfluencer: next.user?.user_role === 1 && !next.viewerMode };
  });
  const { user, influencer, viewerMode, loading } = useSession.getState();
  // Set by first-paint.js, which only sees that there is a token, and who was remembered.
  const marks = document.documentElement.dataset;
  if (!user && !loading) delete marks['known'];
  // What asks for the proof has its room at once, not when its code is here.
  if (user && !user.user_is_guest && !user.user_email_verified) marks['unproven'] = '';
  else if (!loading) delete marks['unproven'];
  if (user) writeStored(storedKey, JSON.stringify({ user, influencer, viewerMode }));
  else removeStored(storedKey);
}

type Remembered = Pick<Session, 'user' | 'influencer' | 'viewerMode'>;

function remembered(): Remembered | null {
  try {
    const kept = JSON.parse(readStored(storedKey) ?? 'null') as Remembered | null;
    return kept?.user?.user_ide === tokenOwner() ? kept : null;
  } catch {
    return null;
  }
}

/** The person whose token this tab knows; null while no one is logged in. */
let owner: number | null = null;

function leave(): void {
  owner = null;
  forgetOfflineTickets();
  update({ user: null, influencer: null, viewerMode: false, loading: false });
}

/**
 * Another tab logged out or in, or this one did and went back to a page the browser kept: what is personal goes from
 * here, too.
 */
function follow(): void {
  const now = tokenOwner();
  if (now === owner) return;
  if (now === null) leave();
  else if (owner === null) void begin();
  // Nothing of the one before stays: no answer, no socket, no half-written form.
  else window.location.reload();
}

async function begin(): Promise<void> {
  owner = tokenOwner();
  update({ loading: true, ...remembered() });
  try {
    await loadProfile();
  } catch (error) {
    const over = error instanceof ApiRefusal && error.status === 401;
    update({ ...(over ? { user: null, influencer: null } : {}), loading: false, error: true });
  }
}

async function loadProfile(): Promise<void> {
  const asked = owner;
  const user = await call('GET /user/profile');
  const influencer = user.user_role === 1 ? await call('GET /influencer/profile').catch(() => undefined) : null;
  // A person who has left, in this tab or another, does not come back by a late answer.
  if (tokenOwner() !== asked) return follow();
  const error = influencer === undefined;
  update({ user, ...(!error && { influencer }), loading: false, error });
}

/** Looks at the stored token, shows the remembered user at once and asks the server who it is. */
export async function startSession(): Promise<void> {
  onSessionEnd(leave);
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, follow);
  if (accessToken() === null) {
    // Another tab may have logged out since first-paint.js looked.
    delete document.documentElement.dataset['known'];
    delete document.documentElement.dataset['unproven'];
    return removeStored(storedKey);
  }
  await begin();
}

/** Asks the server again: after a purchase, a role change, a verified address. */
export async function reloadProfile(): Promise<void> {
  if (accessToken() !== null) await loadProfile();
}

/** The session once the server has said whose the stored token is; at once where there is nothing to wait for. */
export const knownSession = (): Promise<Session> =>
  new Promise((resolve) => {
    const look = (session: Session): boolean => {
      if (!session.loading) resolve(session);
      return !session.loading;
    };
    if (look(useSession.getState())) return;
    const stop = useSession.subscribe((session) => look(session) && stop());
  });

/** Takes over the session that a login answered. */
export async function enter(answer: Tokens & { user: WireProfile }): Promise<WireProfile> {
  storeTokens(answer);
  owner = tokenOwner();
  update({ user: answer.user, influencer: null, loading: false, error: false });
  if (answer.user.user_role === 1) await loadProfile().catch(() => update({ error: true }));
  return answer.user;
}

/** Forgets who was here, with their ticket codes and what they had pressed. The page still shows the person. */
export function forgetSession(): void {
  clearTokens();
  removeStored(storedKey);
  removeStored(afterLoginKey);
  forgetOfflineTickets();
}

/** Takes over what a call answered about the caller. */
export const keepProfile = (user: WireProfile): void => update({ user });

/** "Go to viewer mode" and back. */
export const setViewerMode = (viewerMode: boolean): void => update({ viewerMode });
