import { identityOf, type RoomKit } from '../room-kit.ts';

/**
 * People who may not be in the room any more go out at the engine, as many as it takes until then. The others, and those it does
 * not hear of now, the reconciler puts out.
 */
export async function putOutAtEngine(
  { clock, video }: Pick<RoomKit, 'clock' | 'video'>,
  eventUuid: string,
  userIds: readonly number[],
  until: number,
): Promise<void> {
  for (const userId of userIds) {
    if (clock.now() >= until) return;
    await video.removeParticipant(eventUuid, identityOf(userId)).catch(() => undefined);
  }
}
