import type { Config } from '../process/config.ts';
import type { Db } from '../db/db.ts';
import type { Ids } from '../ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/log.ts';
import type { VideoEngine } from '../ports/video-engine.ts';

/** What adapters are chosen by and built from. */
export interface AdapterNeeds {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The id of this installation, which providers see in idempotency keys. */
  readonly installation: string;
  readonly log: Logger;
  /** The embedded engine; undefined where `config.livekit` names another, or in tests. */
  readonly videoEngine: VideoEngine | undefined;
}
