import { call } from '#web/shared/api/call.ts';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { leavePage } from '#web/shared/leave-page.ts';

/** A trip to Instagram and back belongs to one tab: another tab cannot finish it. */
interface Trip {
  key: string;
  /** Where the person was, or wanted to go. */
  then: string;
}

interface SignUpStart {
  username: string;
  name: string;
  surname: string;
}

const tripKey = 'frontrow-social-trip';
const startKey = 'frontrow-social-start';
/** The link of the mail opens in another tab of the same browser. */
const linkKey = 'frontrow-social-link';

function read<T>(name: string): T | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Resolves when somebody comes back to this very page instead of to `/social_login`. */
export async function goToInstagram(then: string): Promise<void> {
  await begin(await call('POST /auth/social', { body: {} }), then);
}

/** The same, to connect Instagram to the account. */
export async function goToConnect(password: string): Promise<void> {
  await begin(await call('POST /user/connect_instagram', { body: { password } }), '/profile');
}

async function begin({ url, key }: { url: string; key: string }, then: string): Promise<void> {
  window.sessionStorage.setItem(tripKey, JSON.stringify({ key, then } satisfies Trip));
  await leavePage(url);
}

export const trip = (): Trip | null => read<Trip>(tripKey);

export const keepSignUpStart = (start: SignUpStart): void =>
  window.sessionStorage.setItem(startKey, JSON.stringify(start));
export const signUpStart = (): SignUpStart | null => read<SignUpStart>(startKey);

export function endTrip(): void {
  for (const name of [tripKey, startKey]) window.sessionStorage.removeItem(name);
}

/** Lets the link of a mail finish this trip: the address may belong to an account, which then gets connected to Instagram. */
export const keepForLink = (key: string): void => void writeStored(linkKey, key);
export const keyForLink = (): string => readStored(linkKey) ?? '';
