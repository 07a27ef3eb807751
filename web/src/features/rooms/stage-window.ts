import type { StoreApi } from 'zustand/vanilla';
import { text } from '#web/shared/i18n/index.ts';
import { toastWarning } from '#web/shared/toasts/toast.ts';
import type { RoomView } from './room-view.ts';

/** Not in TypeScript's DOM library: only Chromium on computers has it. */
interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>;
}
declare global {
  interface Window {
    readonly documentPictureInPicture?: DocumentPictureInPicture;
  }
}

const size = { width: 400, height: 340 } as const;

/**
 * What this browser can keep above other windows: a window with the whole stage, the main video alone, or nothing.
 * HLS has one video with its own player, which cannot be shown twice.
 */
export const stageWindowKind = (byFiles: boolean): 'window' | 'video' | null =>
  window.documentPictureInPicture && !byFiles ? 'window' : document.pictureInPictureEnabled ? 'video' : null;

const mainVideo = (): HTMLVideoElement | null => document.querySelector('[data-stage] video:not([hidden])');

async function openWindow(view: StoreApi<RoomView>): Promise<void> {
  const opened = await window.documentPictureInPicture!.requestWindow(size);
  // The room may have ended while the browser opened the window.
  if (!document.querySelector('[data-stage]')) return opened.close();
  opened.addEventListener('pagehide', () =>
    view.setState((now) => (now.stageWindow === opened ? { stageWindow: null } : now)),
  );
  view.setState({ stageWindow: opened });
}

async function popOut(view: StoreApi<RoomView>, video: HTMLVideoElement): Promise<void> {
  const left = (): void => {
    video.disablePictureInPicture = true;
    view.setState({ stageWindow: null });
  };
  // The attribute keeps the browsers' own button off the picture, and would refuse this call, too.
  video.disablePictureInPicture = false;
  try {
    await video.requestPictureInPicture();
  } catch (error) {
    left();
    throw error;
  }
  video.addEventListener('leavepictureinpicture', left, { once: true });
  view.setState({ stageWindow: 'video' });
}

export function closeStageWindow(view: StoreApi<RoomView>): void {
  const { stageWindow } = view.getState();
  if (stageWindow === null) return;
  view.setState({ stageWindow: null });
  if (stageWindow !== 'video') stageWindow.close();
  else if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
}

/** Opens or closes it. Needs a press of a button or a key, without which browsers refuse. */
export async function toggleStageWindow(view: StoreApi<RoomView>, byFiles: boolean): Promise<void> {
  if (view.getState().stageWindow !== null) return closeStageWindow(view);
  const kind = stageWindowKind(byFiles);
  const video = mainVideo();
  if (kind === null) return;
  if (kind === 'video' && !video) return toastWarning(text('pip', 'noVideo'));
  try {
    await (kind === 'window' ? openWindow(view) : popOut(view, video!));
  } catch {
    toastWarning(text('pip', 'failed'));
  }
}

/** The window begins as an empty document: it gets the page's language, theme and style sheets. */
export function dressWindow(of: Window, title: string): void {
  const to = of.document;
  for (const { name, value } of document.documentElement.attributes) to.documentElement.setAttribute(name, value);
  const style = to.createElement('style');
  style.textContent = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    .join('\n');
  to.head.append(style);
  to.title = title;
}
