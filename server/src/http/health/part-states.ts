import type client from 'prom-client';
import type { Kit } from '../../kit.ts';
import type { PartState } from '../../ports/part-state.ts';
import { watchStorage } from './storage-health.ts';

/** The state of each part that the product needs, looked up when it is asked for. */
export type PartStates = () => Promise<
  Readonly<Record<'database' | 'video' | 'mail' | 'cards' | 'wallets' | 'storage', PartState>>
>;

export interface Parts {
  readonly states: PartStates;
  /** Storage has answered at least once since the start. */
  readonly storageWasReady: () => boolean;
  stop(): void;
}

/** Watches the parts that `/readyz` and the admin overview report. */
export function watchParts(
  kit: Pick<Kit, 'cards' | 'config' | 'db' | 'log' | 'mail' | 'storage' | 'video' | 'wallets'>,
  registry: client.Registry,
): Parts {
  const { config, db, log, storage } = kit;
  const files = watchStorage({ storage, log, home: config.home }, registry);
  return {
    async states() {
      const database: PartState = await db.query('SELECT 1').then(
        () => 'ready' as const,
        () => 'down' as const,
      );
      return {
        database,
        video: kit.video.state(),
        mail: kit.mail.state(),
        cards: kit.cards.state(),
        wallets: kit.wallets.state(),
        storage: await files.state(),
      };
    },
    storageWasReady: files.wasReady,
    stop: files.stop,
  };
}
