import type { RoomChange } from '../state/change-room.ts';

/** Ends the current turn. After the commit the engine takes the speaker's grants, and with them their tracks. */
export async function stopTurn({ tx, room, log, regrant }: RoomChange, actorId: number): Promise<void> {
  if (room.speakerId === undefined) return;
  await tx.query('UPDATE room SET speaker_id = NULL, speaker_since = NULL WHERE event_id = $1', [room.eventId]);
  await regrant([room.speakerId]);
  await log('updateEvent', { change: 'turn_ended', user: room.speakerId }, actorId);
}
