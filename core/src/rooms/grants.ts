export type Source = 'camera' | 'microphone' | 'screen';

/** Which sources the grants let somebody publish. A source that is not named is forbidden. */
export const sourcesOf: Readonly<Record<Grants, readonly Source[]>> = {
  none: [],
  sub: [],
  'sub,mic': ['microphone'],
  'sub,mic,cam': ['microphone', 'camera'],
  'sub,mic,cam,screen': ['microphone', 'camera', 'screen'],
  'mic,cam': ['microphone', 'camera'],
};

const watching = ['sub', 'sub,mic', 'sub,mic,cam', 'sub,mic,cam,screen'] as const;
const notWatching = ['none', 'mic,cam'] as const;

/** The grants that allow exactly these sources. Undefined when none do: then somebody other than us set them. */
export function grantsOf(canSubscribe: boolean, sources: readonly Source[]): Grants | undefined {
  const same = (grants: Grants): boolean =>
    sourcesOf[grants].length === sources.length && sourcesOf[grants].every((source) => sources.includes(source));
  return (canSubscribe ? watching : notWatching).find(same);
}

/**
 * What the video engine lets one person do: `sub` is watching, `mic`, `cam` and `screen` are publishing that source
 * (rule R1). Only an encoder publishes without watching (`mic,cam`).
 */
export type Grants = 'none' | 'sub' | 'sub,mic' | 'sub,mic,cam' | 'sub,mic,cam,screen' | 'mic,cam';

export interface GrantFacts {
  readonly closed: boolean;
  readonly isHost: boolean;
  readonly isBanned: boolean;
  readonly hasTurn: boolean;
  /** Has the one place of a guest on stage. */
  readonly isStageGuest: boolean;
  readonly openMic: boolean;
  readonly isInteractive: boolean;
  /** The viewer of a private meeting: both publish the same. */
  readonly isMet: boolean;
}

/**
 * The one rule for who may publish what. Invariant R09 in `server/src/db/invariants.sql` checks it in the same order.
 */
export function grantsFor(facts: GrantFacts): Grants {
  if (facts.closed) return 'none';
  if (facts.isHost || facts.isMet) return 'sub,mic,cam,screen';
  if (facts.isBanned || !facts.isInteractive) return 'sub';
  if (facts.hasTurn || facts.isStageGuest) return 'sub,mic,cam';
  if (facts.openMic) return 'sub,mic';
  return 'sub';
}

/**
 * In the engine's room for the preview of the next speaker: the speaker publishes, the host and event admins watch, and
 * everyone else is refused (rule R31).
 */
export function previewGrantsFor(facts: {
  readonly isNext: boolean;
  readonly isHost: boolean;
  readonly isAdmin: boolean;
  readonly isBanned: boolean;
}): Grants {
  if (facts.isNext) return 'mic,cam';
  return facts.isHost || (facts.isAdmin && !facts.isBanned) ? 'sub' : 'none';
}
