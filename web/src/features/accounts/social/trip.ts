import { call } from '#web/shared/api/call.ts';
import { readStored, writeStored } from '#web/shared/api/storage.ts';

/** A trip to Instagram and back belongs to one tab: another one cannot go on with it. */
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

export async function goToInstagram(then: string): Promise<void> {
  await leaveFor(await call('POST /auth/social', { body: {} }), then);
}

/** Goes there to connect Instagram to one's account, and comes back to it. */
export async function goToConnect(password: string): Promise<void> {
  await leaveFor(await call('POST /user/connect_instagram', { body: { password } }), '/profile');
}

/** Goes on until somebody comes back to this very page: a button at rest would be pressed again while the other one loads. */
async function leaveFor({ url, key }: { url: string; key: string }, then: string): Promise<void> {
  window.sessionStorage.setItem(tripKey, JSON.stringify({ key, then } satisfies Trip));
  window.location.assign(url);
  await new Promise((back) => window.addEventListener('pageshow', back, { once: true }));
}

export const trip = (): Trip | null => read<Trip>(tripKey);

export const keepSignUpStart = (start: SignUpStart): void =>
  window.sessionStorage.setItem(startKey, JSON.stringify(start));
export const signUpStart = (): SignUpStart | null => read<SignUpStart>(startKey);

export function endTrip(): void {
  for (const name of [tripKey, startKey]) window.sessionStorage.removeItem(name);
}

/** Lets the link of a mail go on with this trip: the address may belong to an account that Instagram is connected to then. */
export const keepForLink = (key: string): void => void writeStored(linkKey, key);
export const keyForLink = (): string => readStored(linkKey) ?? '';
