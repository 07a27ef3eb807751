import { create } from 'zustand';

/** Notices hide after 5 s, errors and event notices after 10 s, permission notices after 15 s; at most three. */
export const toastMs = 5_000;
export const noticeMs = 10_000;
export const permissionMs = 15_000;
export const toastsMax = 3;

export type ToastTone = 'good' | 'bad' | 'warn' | 'plain';

const loadToasts = () => import('./Toasts.tsx').catch(() => undefined);

/** Brings the toasts' code ahead: what there is to say may be that there is no network to bring it. */
export const bringToasts = (): void => void loadToasts();

interface ToastPlace {
  /** The toasts' place has to be on the page: it is loaded with the first toast. */
  wanted: boolean;
  /** Where it cannot come, what there is to say is said without it. */
  said: string | undefined;
  /** How often something was: the same words are said again. */
  times: number;
}

export const useToastPlace = create<ToastPlace>(() => ({ wanted: false, said: undefined, times: 0 }));

/** Something was shown, or will be when its code is here. */
let asked = false;

let plainTimer: ReturnType<typeof setTimeout> | undefined;

function sayPlainly(said: string, ms: number): void {
  useToastPlace.setState(({ times }) => ({ said, times: times + 1 }));
  clearTimeout(plainTimer);
  plainTimer = setTimeout(() => useToastPlace.setState({ said: undefined }), ms);
}

interface ToastWishes {
  tone?: ToastTone;
  ms?: number;
  title?: string;
  id?: string;
  /** What is said aloud elsewhere is only shown. */
  silent?: true;
}

/** Shows a toast; `bad` ones and notices may stay longer. */
export async function toast(
  message: string,
  { tone = 'plain', ms = toastMs, ...wishes }: ToastWishes = {},
): Promise<void> {
  asked = true;
  const toasts = await loadToasts();
  if (!toasts) return sayPlainly(message, ms);
  useToastPlace.setState({ wanted: true });
  toasts.showToast({ message, tone, ms, ...wishes });
}

/** Takes away a toast that was given this id. */
export async function hideToast(id: string): Promise<void> {
  if (asked) (await loadToasts())?.removeToast(id);
}

export const toastError = (message: string, ms = noticeMs): void => void toast(message, { tone: 'bad', ms });
export const toastGood = (message: string, ms = toastMs): void => void toast(message, { tone: 'good', ms });
export const toastWarning = (message: string, ms = noticeMs): void => void toast(message, { tone: 'warn', ms });
