import { days, hours, minutes } from '../kernel/instant.ts';

/** Limits of spec §5 and §9, in code points unless said otherwise. */
export const titleCharsMax = 120;
export const descriptionCharsMax = 250;
export const tagsMax = 5;
export const tagCharsMax = 30;
export const promoCodeCharsMax = 20;
export const languagesMax = 10;
export const rallyCollectionsMax = 20;
export const rallyCollectionCharsMax = 100;
export const rallyCoinsMax = 20;
export const rallyCoinCharsMax = 60;
export const interactiveSeatsMax = 49;
export const startStepMs = minutes(15);
/** Zone rules further ahead are guesses. */
export const publishAheadMaxMs = days(3653);
/** Start is allowed from 15 min before the start time (decisions 13). */
export const startWindowMs = minutes(15);
/** Late at 10 min, no-show at 60 min (decisions 14). */
export const lateAfterMs = minutes(10);
export const noShowAfterMs = minutes(60);
/** An event left live without its host is finished after this (decisions 15). */
export const hostAbsentMaxMs = minutes(60);
export const rescheduleNoticeMs = hours(24);
export const coverBytesMax = 10 * 1024 * 1024;
export const coverPixelsMax = 25_000_000;
/** Pixels across of the stored sizes of a cover, largest first. */
export const coverWidths = [1280, 768, 384] as const;

/** Length as people count it: code points, not UTF-16 units (decisions 11). */
export function charCount(text: string): number {
  return [...text].length;
}
