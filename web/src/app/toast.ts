import { create } from 'zustand';

/** Spec §9: notices hide after 5 s, errors and event notices after 10 s, permission notices after 15 s; at most three. */
export const toastMs = 5_000;
export const noticeMs = 10_000;
export const permissionMs = 15_000;
export const toastsMax = 3;

export type ToastTone = 'good' | 'bad' | 'warn' | 'plain';

const loadToasts = () => import('./layout/Toasts.tsx').catch(() => undefined);

/** Brings the toasts' code ahead: what there is to say may be that there is no network to bring it. */
export const bringToasts = (): void => void loadToasts();

/** Whether the toasts' place has to be on the page: it is loaded with the first toast, and stays away when that cannot come. */
export const useToastPlace = create<{ wanted: boolean }>(() => ({ wanted: false }));

/** Something was shown, or will be when its code is here. */
let asked = false;

/** Shows a toast; `bad` ones and notices may stay longer. */
export async function toast(
  message: string,
  { tone = 'plain', ms = toastMs, title, id }: { tone?: ToastTone; ms?: number; title?: string; id?: string } = {},
): Promise<void> {
  asked = true;
  const toasts = await loadToasts();
  if (!toasts) return;
  useToastPlace.setState({ wanted: true });
  toasts.showToast({ message, tone, ms, title, id });
}

/** Takes away a toast that was given this id. */
export async function hideToast(id: string): Promise<void> {
  if (asked) (await loadToasts())?.removeToast(id);
}

export const toastError = (message: string, ms = noticeMs): void => void toast(message, { tone: 'bad', ms });
export const toastGood = (message: string, ms = toastMs): void => void toast(message, { tone: 'good', ms });
export const toastWarning = (message: string, ms = noticeMs): void => void toast(message, { tone: 'warn', ms });
