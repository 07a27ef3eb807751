import { days, minutes, seconds } from '../kernel/instant.ts';

/** A seat lease ends this long after its last renewal (decisions 29). */
export const seatLeaseMs = seconds(30);
/** Room tokens live at most this long; one function mints them. */
export const roomTokenMs = seconds(60);
export const videoTracksMax = 3;
/** Whoever needs an engine that is being prepared, or does not answer, asks again after this. */
export const videoAgainMs = seconds(3);
/** After its end a room's chat and log are kept this long; the privacy page says so (reliability 1.68). */
export const roomForgottenMs = days(90);
export const finishRedirectMs = seconds(10);
/** Places the engine keeps beyond the viewers: the host, hidden app admins, ingest. */
export const engineSparePlaces = 11;
/** Desired and applied rights are compared this often. */
export const reconcileEveryMs = seconds(2);
/** An engine that takes its time holds up each step of that for no longer; the next time goes on where it ended. */
export const reconcileStepMsMax = seconds(5);
/** Sockets renew the leases of those who hold them this often: twice may fail before a lease ends. */
export const seatRenewEveryMs = seconds(10);
/** Updates of one room are gathered for at most this long before they are pushed; longer in large rooms. */
export const updatesGatheredMs = 40;
export const updatesGatheredLargeMs = 250;
/** In a large room comings and goings alone are told this often. */
export const comingAndGoingMs = seconds(2);
/** Up to this many people every update is acknowledged one by one; above, the next one says enough. */
export const exactAcksMax = 50;
/** After a reconnect at most this many changes are replayed; more become one snapshot. */
export const replayedUpdatesMax = 100;
/** Viewers named in the state; a broadcast counts the rest. */
export const namedViewersMax = 100;
export const socketsPerAccountMax = 10;
/** Connections of one network address on which nobody has shown a token yet. */
export const strangersPerAddressMax = 50;
/** Sockets one account opens per minute (reliability 1: socket connects). */
export const socketConnectsMax = 10;
export const socketConnectsWindowMs = minutes(1);
/** Whoever listens is asked about again this often: an ended session, a lost ticket or the finish holds within 2 s. */
export const listenersAskedEveryMs = 1_500;
/** A finished room's sockets hear the last word before they end. */
export const finishedSocketsEndMs = 500;
export const socketFrameBytesMax = 16 * 1024;
