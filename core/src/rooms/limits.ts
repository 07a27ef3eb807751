import { broadcastViewersMost, interactiveSeatsMax } from '../events/limits.ts';
import { days, minutes, seconds } from '../kernel/instant.ts';

/** A seat lease ends this long after its last renewal (rule R2). */
export const seatLeaseMs = seconds(30);
/** How long a room token is valid. Only `rooms/room-entry.ts`, `preview-rooms.ts` and `vp8-rooms.ts` make them. */
export const roomTokenMs = seconds(60);
export const videoTracksMax = 3;
/** When to try again while the video engine is being prepared, or does not answer. */
export const videoRetryMs = seconds(3);
/** Host, co-hosts and guest speakers may enter this long before the start. */
export const backstageOpensMs = minutes(30);
/** How long the chat and the log of a room are kept after its end. The privacy page states it. */
export const roomForgottenMs = days(90);
export const finishRedirectMs = seconds(10);
/** Host, encoder and hidden app admins hold no seat, and a seat that ended a moment ago may still be connected. */
const engineSparePlaces = 51;
/**
 * Places in the engine's room, by the kind of event: the most that the kind may have. The engine keeps the limit that a
 * room was opened with, while the seats of an event can be raised; the real limit is that of the seat leases.
 */
export const enginePlaces: Readonly<Record<0 | 1, number>> = {
  0: interactiveSeatsMax + engineSparePlaces,
  1: broadcastViewersMost + engineSparePlaces,
};
/** How often desired and applied grants are compared. */
export const reconcileEveryMs = seconds(2);
/**
 * A slow engine delays each step of a comparison by at most this long. The next run continues where this one stopped.
 */
export const reconcileStepMsMax = seconds(5);
/** How often a socket renews its person's lease. Two renewals may fail before the lease ends. */
export const seatRenewEveryMs = seconds(10);
/** Updates of one room are collected for at most this long before they are pushed; longer in large rooms. */
export const updatesGatheredMs = 40;
export const updatesGatheredLargeMs = 250;
/** How often a large room gets updates of arrivals and departures when nothing else changed. */
export const presencePushedEveryMs = seconds(2);
/**
 * Up to this many people every update is acknowledged. In larger rooms the next update shows that the last one arrived.
 */
export const exactAcksMax = 50;
/** After a reconnect at most this many changes are replayed; beyond that one snapshot is sent. */
export const replayedUpdatesMax = 100;
/** How many viewers the state names. The rest of a broadcast is only counted. */
export const namedViewersMax = 100;
export const socketsPerAccountMax = 10;
/** Connections per network address that have not shown a token yet. */
export const unidentifiedPerAddressMax = 50;
/** How many sockets one account may open per minute. */
export const socketConnectsMax = 10;
export const socketConnectsWindowMs = minutes(1);
/**
 * How often the rights of listeners are checked: an ended session, a lost ticket or the finish takes effect within 2 s.
 */
export const listenersCheckedEveryMs = 1_500;
/** The sockets of a finished room receive the last update before they end. */
export const finishedSocketsEndMs = 500;
export const socketFrameBytesMax = 16 * 1024;
