import { startWindowMs } from '../events/limits.ts';
import type { Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { endedRefusal } from '../rooms/room-rules.ts';
import { silenceReportedMsMax } from './limits.ts';

/** Where the audience's picture comes from: an encoder, or the host's browser (camera or screen). */
export type FeedSource = 'encoder' | 'camera';

export interface BroadcastFacts {
  readonly isBroadcast: boolean;
  readonly state: 0 | 1 | 2;
  readonly startsAt: Instant;
  readonly takenDown: boolean;
}

/** Only the owner sees the key, and only of a broadcast. Throws `host_only`, `broadcast_only`. */
export function requireBroadcastOwner(event: { isBroadcast: boolean; isOwner: boolean }): void {
  if (!event.isOwner) throw refuse('host_only');
  if (!event.isBroadcast) throw refuse('broadcast_only');
}

/** Its key still opens something. Throws `room_closed`, `room_taken_down`. */
export function requireNotOver(event: { state: 0 | 1 | 2; takenDown: boolean }): void {
  if (event.state === 2) throw endedRefusal(event);
}

/**
 * The host's control room: `prepare` opens the engine's room without going live, `again` returns to the live event
 * (rule B1). Throws `start_too_early` and what the two rules above throw.
 */
export function decideControlRoom(event: BroadcastFacts & { isOwner: boolean }, now: Instant): 'prepare' | 'again' {
  requireBroadcastOwner(event);
  requireNotOver(event);
  if (event.state === 1) return 'again';
  if (now < event.startsAt - startWindowMs) throw refuse('start_too_early');
  return 'prepare';
}

/** An encoder with the right key is admitted from the start window to the finish. */
export function admitEncoder(event: BroadcastFacts, now: Instant): void {
  if (!event.isBroadcast) throw refuse('broadcast_only');
  if (event.state === 2) throw refuse('ingest_over');
  if (event.state === 0 && now < event.startsAt - startWindowMs) throw refuse('ingest_too_early');
}

/** The encoder that holds the event's one place, as far as we know. */
export interface HeldPlace {
  readonly id: string;
  /** The engine lists it; `unknown` when the engine does not answer. */
  readonly atEngine: boolean | 'unknown';
  /** Its listener stopped reporting. */
  readonly listenerSilent: boolean;
  /** When the host's browser said that no picture arrives; undefined when one does. */
  readonly silentSince: Instant | undefined;
}

/**
 * One encoder at a time (rule B3): a second one is refused while the first sends, and takes the place of one that is
 * gone. `replaces` is what our own listener says when it repeats a connection that the engine lost.
 */
export function decidePlace(
  held: HeldPlace | undefined,
  replaces: string | undefined,
  now: Instant,
): 'take' | 'replace' {
  if (!held) return 'take';
  const silent = held.silentSince !== undefined && now - held.silentSince <= silenceReportedMsMax;
  if (held.id === replaces || held.listenerSilent || held.atEngine === false || silent) return 'replace';
  throw refuse('ingest_busy');
}
