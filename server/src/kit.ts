import type { Config } from './process/config.ts';
import type { Db } from './db/db.ts';
import type { ListReader } from './db/read-replica.ts';
import type { Idempotency } from './db/idempotency.ts';
import type { Ids } from './ids.ts';
import type { CardPayments } from './ports/card-payments.ts';
import type { Chains } from './ports/chains.ts';
import type { Clock } from './ports/clock.ts';
import type { Logger, SecurityLog } from './ports/log.ts';
import type { Mail } from './ports/mail.ts';
import type { PaymentSandbox } from './ports/payment-sandbox.ts';
import type { PayoutBanks } from './ports/payouts.ts';
import type { RtmpIngest } from './ports/rtmp-ingest.ts';
import type { SepaFiles } from './ports/sepa-files.ts';
import type { SocialLogin } from './ports/social-login.ts';
import type { Storage } from './ports/storage.ts';
import type { TokenGates } from './ports/token-gate.ts';
import type { Transcription } from './ports/transcription.ts';
import type { Video } from './ports/video.ts';
import type { WalletPasses } from './ports/wallet-passes.ts';
import type { WebhookSender } from './ports/webhook-sender.ts';
import type { WalletPayments } from './ports/wallet-payments.ts';

/** What every use case is given. A use case takes `Pick<Kit, …>` of what it really needs. */
export interface Kit {
  readonly config: Config;
  readonly db: Db;
  /** Lists that everybody reads. */
  readonly listReader: ListReader;
  readonly idempotency: Idempotency;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly security: SecurityLog;
  readonly mail: Mail;
  readonly storage: Storage;
  /** Undefined where there is no social sign-up. */
  readonly social: SocialLogin | undefined;
  /** Undefined where no provider of OpenID Connect is set. */
  readonly openId: SocialLogin | undefined;
  readonly tokenGates: TokenGates;
  readonly chains: Chains;
  readonly video: Video;
  /** Turns the sound of speakers into captions; undefined where browsers alone do. */
  readonly transcription: Transcription | undefined;
  /** Undefined where no RTMP listener runs. */
  readonly rtmp: RtmpIngest | undefined;
  /** Posts to addresses of hosts. */
  readonly webhooks: WebhookSender;
  readonly walletPasses: WalletPasses;
  readonly cards: CardPayments;
  readonly wallets: WalletPayments;
  /** Undefined where both providers are real. */
  readonly paymentSandbox: PaymentSandbox | undefined;
  /** The ways to pay hosts that this installation has. */
  readonly payoutBanks: PayoutBanks;
  /** Undefined where payouts cannot be made by bank transfer. */
  readonly sepaFiles: SepaFiles | undefined;
}
