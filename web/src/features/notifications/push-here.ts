import { call } from '#web/shared/api/call.ts';
import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import { useSession } from '#web/shared/session/session.ts';
import { startWorker } from '#web/shared/worker.ts';

/** Whether this browser notifies the person who is logged in. */
export type PushHere = 'on' | 'off' | 'denied' | 'unsupported';

/** Whose notifications this browser shows: another person who logs in here did not ask for any. */
const ownerKey = 'frontrow-push-owner';

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext;

const owner = (): string | undefined => {
  const { user } = useSession.getState();
  return user && !user.user_is_guest ? String(user.user_ide) : undefined;
};

async function existing(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function pushHere(): Promise<PushHere> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = readStored(ownerKey) === owner() && (await existing()) !== null;
  return Notification.permission === 'granted' && isOn ? 'on' : 'off';
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const isSameKey = (key: ArrayBuffer | null | undefined, wanted: Uint8Array): boolean =>
  key instanceof ArrayBuffer && new Uint8Array(key).join() === wanted.join();

/** Subscribes with the server's key. A subscription with another key, from before it changed, is replaced. */
async function subscribeHere(): Promise<void> {
  await startWorker();
  const registration = await navigator.serviceWorker.ready;
  const { push_public_key: publicKey } = await call('GET /notifications');
  const applicationServerKey = bytesOf(publicKey);
  const before = await registration.pushManager.getSubscription();
  if (before && !isSameKey(before.options.applicationServerKey, applicationServerKey)) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await call('POST /push/subscribe', {
    body: { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } },
  });
}

/** Asks the browser for permission, after a press on a button. Answers what came of it. */
export async function turnOnHere(): Promise<PushHere> {
  if (!isSupported()) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribeHere();
  writeStored(ownerKey, owner() ?? '');
  return 'on';
}

export async function turnOffHere(): Promise<void> {
  const subscription = await existing();
  // Until the server knows, it goes on notifying this browser.
  if (subscription) await call('POST /push/unsubscribe', { body: { endpoint: subscription.endpoint } });
  removeStored(ownerKey);
  await subscription?.unsubscribe();
}

/** Every login is another session, and a subscription ends with its session: subscribes again after each. */
export function keepSubscribed(): void {
  let done: string | undefined;
  const look = (): void => {
    const who = useSession.getState().loading ? undefined : owner();
    if (who === done) return;
    done = who;
    if (who === undefined || readStored(ownerKey) !== who) return;
    // Without a network, or with a key that no longer works, the next page tries again.
    void existing()
      .then((subscription) => subscription && subscribeHere())
      .catch(() => undefined);
  };
  look();
  useSession.subscribe(look);
}
