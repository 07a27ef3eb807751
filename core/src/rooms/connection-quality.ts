import { seconds } from '../kernel/instant.ts';

/**
 * How good a person's connection to the video engine is. Browsers report their own, for moderators to see; a browser
 * can report anything, so nothing is ever decided by it.
 */
export const connectionSteps = ['good', 'weak', 'lost'] as const;
export type ConnectionStep = (typeof connectionSteps)[number];

export const isConnectionStep = (value: unknown): value is ConnectionStep =>
  connectionSteps.some((step) => step === value);

/** A browser reports at most this often; a report that comes earlier is dropped. */
export const qualityReportedEveryMs = seconds(2);
/** What a room's people report is collected for this long before moderators get it. */
export const qualitiesGatheredMs = seconds(1);
/** Of how many people a room's reports are kept: everyone of an interactive room, the first of a broadcast. */
export const qualityPeopleMax = 200;
