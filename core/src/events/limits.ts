import { days, hours, minutes } from '../kernel/instant.ts';

/** Limits of events, in code points unless stated otherwise (rule E2). */
export const titleCharsMax = 120;
export const descriptionCharsMax = 250;
export const tagsMax = 5;
export const tagCharsMax = 30;
export const promoCodeCharsMax = 20;
export const languagesMax = 10;
export const rallyCollectionsMax = 20;
/** `<chainId>:<address>:<tokenId>` with the largest chain id and an ERC-1155 id of 78 digits has 138. */
export const rallyCollectionCharsMax = 160;
export const rallyCoinsMax = 20;
export const rallyCoinCharsMax = 60;
export const interactiveSeatsMax = 49;
/** How many viewers a broadcast room admits where the installation says nothing else. */
export const broadcastViewersMaxDefault = 1_000;
/** The most that an installation may say. */
export const broadcastViewersMost = 100_000;
/** Events of a series that are published in one step, and that it may have in all. */
export const seriesEventsMin = 2;
export const seriesEventsMax = 52;
export const seriesSizeMax = 104;
export const startStepMs = minutes(15);
/** How long an event may be planned to take, in minutes. */
export const durationMinutesMin = 15;
export const durationMinutesMax = 720;
/** How far ahead an event may start: time zone rules further ahead are guesses. */
export const publishAheadMaxMs = days(3653);
/** How long before its start time an event may be started (rule E6). */
export const startWindowMs = minutes(15);
/** After the start time, not live: late at 10 min, a no-show at 60 min (rules E9, E10). */
export const lateAfterMs = minutes(10);
export const noShowAfterMs = minutes(60);
/** An event left live without its host is finished after this (rule E11). */
export const hostAbsentMaxMs = minutes(60);
export const rescheduleNoticeMs = hours(24);
export const coverBytesMax = 10 * 1024 * 1024;
export const coverPixelsMax = 25_000_000;
/** Pixels across of the stored sizes of a cover, largest first. */
export const coverWidths = [1280, 768, 384] as const;

/** Length in code points, not in UTF-16 units. */
export function charCount(text: string): number {
  return [...text].length;
}

/** Tickets go on sale this long before the start at the latest. */
export const salesOpenBeforeStartMs = hours(1);
