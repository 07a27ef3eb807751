import { seconds } from '../kernel/instant.ts';

/** Spec §9: uploaded videos. */
export const videoBytesMax = 104_857_600;
export const videoMsMax = seconds(20);
export const videoTypes = ['video/mp4', 'video/quicktime'] as const;
export type VideoType = (typeof videoTypes)[number];
/** All videos of one host together (reliability 1.45). */
export const videoBytesPerHostMax = 1024 * 1024 * 1024;

/** The four places of spec §3: upright for phones, landscape for desktops. */
export const videoSlots = ['presentation', 'presentation_landscape', 'thanks', 'thanks_landscape'] as const;
export type VideoSlot = (typeof videoSlots)[number];

/** What is known of a file; a browser may not know how long it is. */
export interface VideoFacts {
  readonly type: string | undefined;
  readonly bytes: number;
  readonly durationMs: number | undefined;
}

export type VideoProblem = 'video_type' | 'video_too_large' | 'video_too_long';

/** Why a file is no video for an event (spec §5), or undefined. */
export function judgeVideo({ type, bytes, durationMs }: VideoFacts): VideoProblem | undefined {
  if (!videoTypes.some((taken) => taken === type)) return 'video_type';
  if (bytes > videoBytesMax) return 'video_too_large';
  if (durationMs !== undefined && durationMs > videoMsMax) return 'video_too_long';
  return undefined;
}
