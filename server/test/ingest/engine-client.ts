import type { Room, RoomOptions } from '@livekit/rtc-node';

const leavesWithinMs = 15_000;

/**
 * With one connection for both directions, @livekit/rtc-node 1.1.0 never leaves where the engine told it of a track
 * before it answered its first offer: its task of signaling waits for a lock that it holds (livekit/rust-sdks, pull
 * request 1252, which 1.1.0 has not got yet). It has no option for two connections, but passes this one on. With two it
 * hears everything in mono.
 */
const twoConnections = { singlePeerConnection: false };

/**
 * Connects LiveKit's native client to a room of the engine. Rejects when the engine refuses the token. `inStereo`: with
 * one connection, after which nobody may wait for it to leave.
 */
export const enterEngine = (
  room: Room,
  url: string,
  token: string,
  autoSubscribe: boolean,
  inStereo = false,
): Promise<void> => {
  const options: RoomOptions & Partial<typeof twoConnections> = { autoSubscribe, dynacast: false };
  return room.connect(url, token, inStereo ? options : { ...options, ...twoConnections });
};

/** Rejects when the client has not left within 15 seconds, so that a test says what it waits for. */
export async function leaveEngine(room: Room): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`LiveKit's client did not leave ${room.name} within ${leavesWithinMs} ms`)),
    leavesWithinMs,
  );
  await Promise.race([room.disconnect(), late.promise]).finally(() => clearTimeout(timer));
}
