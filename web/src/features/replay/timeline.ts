import type { WireReplay } from '@frontrow/contract/broadcast/api.ts';

export type ReplayPart = Omit<WireReplay['parts'][number], 'url' | 'bytes'>;

/** Breaks of less are not worth a word: an encoder that reconnects. */
const gapShownMs = 3_000;

/** The moment of the event that is shown. */
export const momentAt = (part: ReplayPart, seconds: number): number => part.begins_at + Math.round(seconds * 1000);

/** How long nothing was recorded before this part; 0 where nobody would notice. */
export function gapBefore(parts: readonly ReplayPart[], index: number): number {
  const part = parts[index];
  const before = parts[index - 1];
  if (!part || !before) return 0;
  const gap = part.begins_at - (before.begins_at + before.length_ms);
  return gap < gapShownMs ? 0 : gap;
}

/** Windows of the chat that are asked for: those before the moment are read back, the next one comes in time. */
export const chatWindowMs = 60_000;
const windowsBack = 2;

export function chatWindows(moment: number): number[] {
  const now = Math.floor(moment / chatWindowMs);
  return Array.from({ length: windowsBack + 2 }, (_, index) => (now - windowsBack + index) * chatWindowMs);
}
