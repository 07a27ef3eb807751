import { call } from '#web/shared/api/call.ts';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { leavePage } from '#web/shared/leave-page.ts';
import { useLoginModal } from '#web/shared/login-modal.ts';
import type { AfterLogin } from '../after-login.ts';

/** A login at a provider and back belongs to one tab. Another tab cannot finish it. */
interface OAuthFlow extends AfterLogin {
  key: string;
  /** What people call the provider. */
  provider: string;
}

export interface Provider {
  way: 'instagram' | 'openid';
  name: string;
}

interface SignUpStart {
  username: string;
  name: string;
  surname: string;
}

const flowKey = 'frontrow-social-trip';
const startKey = 'frontrow-social-start';
/** Kept for all tabs, because the mailed link opens in another tab of the same browser. */
const linkKey = 'frontrow-social-link';
const linkProviderKey = 'frontrow-social-link-provider';

function read<T>(name: string): T | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Errors with which OAuth and OpenID Connect say that the person did not go on. */
const personsErrors = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** Whether the person ended the flow. Any other error is about the provider or our settings there. */
export const endedByPerson = (error: string | null): boolean => personsErrors.has(error ?? '');

/** Resolves when the person comes back to this page, for example by the back button, and not to `/social_login`. */
export async function goToProvider({ way, name }: Provider, then: string): Promise<void> {
  await begin(await call('POST /auth/social', { body: { provider: way } }), then, name);
}

/** Begins the flow that connects the provider to the account. */
export async function goToConnect({ way, name }: Provider, password: string): Promise<void> {
  await begin(await call('POST /user/connect_instagram', { body: { password, provider: way } }), '/profile', name);
}

async function begin({ url, key }: { url: string; key: string }, then: string, provider: string): Promise<void> {
  const { wish } = useLoginModal.getState();
  window.sessionStorage.setItem(flowKey, JSON.stringify({ key, then, wish, provider } satisfies OAuthFlow));
  await leavePage(url);
}

export const currentFlow = (): OAuthFlow | null => read<OAuthFlow>(flowKey);

export const keepSignUpStart = (start: SignUpStart): void =>
  window.sessionStorage.setItem(startKey, JSON.stringify(start));
export const signUpStart = (): SignUpStart | null => read<SignUpStart>(startKey);

export function endFlow(): void {
  for (const name of [flowKey, startKey]) window.sessionStorage.removeItem(name);
}

/** Keeps the key for the mailed link: if the address has an account, that link connects it to the provider. */
export const keepForLink = ({ key, provider }: Pick<OAuthFlow, 'key' | 'provider'>): void => {
  writeStored(linkKey, key);
  writeStored(linkProviderKey, provider);
};
export const keyForLink = (): string => readStored(linkKey) ?? '';
/** In another browser than the one that began, a link is refused whatever it is called. */
export const providerForLink = (): string => readStored(linkProviderKey) ?? 'Instagram';
