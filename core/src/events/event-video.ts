import { seconds } from '../kernel/instant.ts';

/** Uploaded videos (rule E14). */
export const videoBytesMax = 104_857_600;
export const videoMsMax = seconds(20);
export const videoTypes = ['video/mp4', 'video/quicktime'] as const;
export type VideoType = (typeof videoTypes)[number];
/** All videos of one host together. */
export const videoBytesPerHostMax = 1024 * 1024 * 1024;

/** The four places for a video: upright ones for phones, landscape ones for desktops. */
export const videoSlots = ['presentation', 'presentation_landscape', 'thanks', 'thanks_landscape'] as const;
export type VideoSlot = (typeof videoSlots)[number];

/** What is known of a file; a browser may not know its length. */
export interface VideoFacts {
  readonly type: string | undefined;
  readonly bytes: number;
  readonly durationMs: number | undefined;
}

export type VideoProblem = 'video_type' | 'video_too_large' | 'video_too_long';

/** Why a file cannot be an event's video, or undefined. */
export function judgeVideo({ type, bytes, durationMs }: VideoFacts): VideoProblem | undefined {
  if (!videoTypes.some((taken) => taken === type)) return 'video_type';
  if (bytes > videoBytesMax) return 'video_too_large';
  if (durationMs !== undefined && durationMs > videoMsMax) return 'video_too_long';
  return undefined;
}
