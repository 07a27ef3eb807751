import type { Config } from '../process/config.ts';
import type { Db } from '../db/db.ts';
import type { Ids } from '../ids.ts';
import type { Kit } from '../kit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/log.ts';
import { readChains } from './chains/read-chains.ts';
import { choosePayments } from './choose-payments.ts';
import { choosePayouts } from './payouts/choose-payouts.ts';
import type { VideoEngine } from '../ports/video-engine.ts';
import { chooseMail } from './mail/choose-mail.ts';
import { chooseSocial } from './social-login/choose-social.ts';
import { chooseStorage } from './storage/choose-storage.ts';
import { chooseGates } from './token-gate/choose-gate.ts';
import { createWebhookSender } from './webhooks/send-webhook.ts';
import { chooseVideo } from './video/choose-video.ts';

export type Adapters = Pick<
  Kit,
  | 'video'
  | 'cards'
  | 'wallets'
  | 'paymentSandbox'
  | 'payoutBanks'
  | 'sepaFiles'
  | 'mail'
  | 'storage'
  | 'social'
  | 'tokenGates'
  | 'chains'
  | 'webhooks'
>;

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

/** Picks the adapter of each port from the configuration: the real one where it is set, else the shipped stand-in. */
export async function chooseAdapters(needs: AdapterNeeds): Promise<Adapters> {
  const mail = chooseMail(needs);
  const storage = await chooseStorage(needs);
  const chains = readChains({ chains: needs.config.chains, log: needs.log });
  return {
    video: chooseVideo(needs),
    ...(await choosePayments(needs)),
    ...(await choosePayouts(needs)),
    mail,
    storage,
    social: chooseSocial(needs),
    chains,
    webhooks: createWebhookSender({ loopback: !needs.config.production }),
    tokenGates: chooseGates({ ...needs, chains }),
  };
}
