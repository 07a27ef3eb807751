import { identityOf, type RoomKit } from '../room-kit.ts';

/**
 * Disconnects people at the engine who may not be in the room any more, one after the other until the deadline. The
 * reconciler disconnects the others, and those for whom the call failed.
 */
export async function removeAtEngine(
  { clock, video }: Pick<RoomKit, 'clock' | 'video'>,
  eventUuid: string,
  userIds: readonly number[],
  deadline: number,
): Promise<void> {
  for (const userId of userIds) {
    if (clock.now() >= deadline) return;
    await video.removeParticipant(eventUuid, identityOf(userId)).catch(() => undefined);
  }
}
