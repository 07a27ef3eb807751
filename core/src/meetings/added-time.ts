import type { Instant } from '../kernel/instant.ts';
import { addedTimeMs, meetingLongestMs } from './limits.ts';

/** When a meeting ends once its host has added time; undefined where it has had as much as there is. */
export function endWithAddedTime({ startsAt, endsAt }: { startsAt: Instant; endsAt: Instant }): Instant | undefined {
  const later = endsAt + addedTimeMs;
  return later - startsAt > meetingLongestMs ? undefined : later;
}
