/** All settings of a Frontrow process, read once by `config-from-env.ts`. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  /** The port that was asked for; `portGiven` false means the next free one may be used. */
  readonly port: number;
  readonly portGiven: boolean;
  /** What browsers type, no trailing slash. */
  readonly publicUrl: string;
  /** Folder for everything the embedded parts keep. */
  readonly home: string;
  readonly demo: boolean;
  /** How many processes answer calls on this machine, behind one port. */
  readonly processes: number;
  /** `worker`: facts are delivered and jobs run. `rtmp`: encoders are taken. */
  readonly roles: readonly ('web' | 'worker' | 'rtmp')[];
  /** Where encoders send by RTMP, and with a certificate by RTMPS, too. */
  readonly rtmp: {
    readonly port: number;
    readonly portGiven: boolean;
    /** Where encoders find the listener of another process; undefined: at `port` of the host of `publicUrl`. */
    readonly publicUrl: string | undefined;
    readonly tls:
      | { readonly port: number; readonly portGiven: boolean; readonly cert: string; readonly key: string }
      | undefined;
  };
  readonly databaseUrl: string | undefined;
  /** PostgreSQL itself, where `databaseUrl` is a pooler: for what lasts longer than a transaction. */
  readonly databaseDirectUrl: string | undefined;
  /** Who changes the schema, where that is another role. */
  readonly databaseMigrationUrl: string | undefined;
  /** A replica that lists are read from; undefined: from `databaseUrl`. */
  readonly databaseReadUrl: string | undefined;
  readonly livekit:
    | {
        /** Where the app calls the engine. */
        readonly url: string;
        /** Where browsers connect to the engine itself; undefined: the app forwards their signaling. */
        readonly publicUrl?: string | undefined;
        readonly apiKey: string;
        readonly apiSecret: string;
      }
    | undefined;
  /** Where all processes count calls together; undefined: each process counts alone. */
  readonly redisUrl: string | undefined;
  /** Of a transcription server for captions; undefined: browsers alone make them. */
  readonly captionsUrl: string | undefined;
  /** Of a collector of OpenTelemetry, without `/v1/traces`; undefined: no traces are made. */
  readonly tracesUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Undefined: required where `smtpUrl` has a password. */
  readonly smtpTls: 'required' | 'optional' | undefined;
  /** Where bounces go; undefined: to the sender. */
  readonly mailBounceAddress: string | undefined;
  readonly mailFrom: string;
  readonly s3:
    | {
        readonly bucket: string;
        readonly region: string;
        readonly endpoint: string | undefined;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly publicUrl: string | undefined;
      }
    | undefined;
  readonly stripe:
    | { readonly secretKey: string; readonly publishableKey: string; readonly webhookSecret: string }
    | undefined;
  readonly paypal:
    | { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string; readonly live: boolean }
    | undefined;
  readonly payouts: {
    /** Of the webhook for connected accounts; undefined: Stripe is only asked. */
    readonly stripeWebhookSecret: string | undefined;
    /** Of the webhook for payouts; undefined: PayPal is only asked. */
    readonly paypalWebhookId: string | undefined;
    /** The account that bank transfers come from; undefined: an example, and none in production. */
    readonly sepaDebtor:
      | {
          readonly name: string;
          readonly iban: string;
          readonly bic: string | undefined;
          /** Undefined: no transfers leave the EEA. */
          readonly address:
            | { readonly street: string; readonly postcode: string; readonly town: string; readonly country: string }
            | undefined;
          /** Whose day a transfer is executed on; undefined: Europe/Berlin. */
          readonly bankZone: string | undefined;
        }
      | undefined;
  };
  /** The OAuth 2.0 provider of social sign-up; undefined: the built-in one, and none in production. */
  readonly instagram:
    | {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly authorizeUrl: string;
        readonly tokenUrl: string;
        readonly profileUrl: string;
        readonly scope: string;
      }
    | undefined;
  /** What passes in wallets are signed with; without it a wallet is not offered. */
  readonly walletPasses: {
    readonly apple:
      | {
          /** PEM: the certificate of a pass type, its key, and Apple's certificate that signed it. */
          readonly cert: string;
          readonly key: string;
          readonly wwdr: string;
          readonly passTypeId: string;
          readonly teamId: string;
        }
      | undefined;
    readonly google:
      | {
          readonly issuerId: string;
          readonly clientEmail: string;
          /** PEM. */
          readonly privateKey: string;
          readonly keyId: string | undefined;
          readonly tokenUrl: string;
        }
      | undefined;
  };
  /** Any provider of OpenID Connect, next to Instagram. */
  readonly openId:
    | { readonly issuer: string; readonly clientId: string; readonly clientSecret: string; readonly name: string }
    | undefined;
  /** The OAuth 2.0 provider that knows what people hold; undefined: the built-in one, and none in production. */
  readonly rally:
    | {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly authorizeUrl: string;
        readonly tokenUrl: string;
        readonly holdingsUrl: string;
      }
    | undefined;
  /** Chains that tokens are read from, each with the endpoints to ask in this order. */
  readonly chains: readonly { readonly id: number; readonly endpoints: readonly string[] }[];
  /** Of WalletConnect, for wallets on another device. */
  readonly walletConnectId: string | undefined;
  /** The sandbox providers refuse production unless this is set. */
  readonly sandboxInProduction: boolean;
  /** How many viewers a broadcast room admits; no event sells more. */
  readonly broadcastViewersMax: number;
  /** How many viewers of one broadcast watch by WebRTC; those beyond them watch by HLS. */
  readonly broadcastWebrtcViewersMax: number;
  /** Above this many sockets in the room of a broadcast, new viewers by HLS read its chat as files. */
  readonly broadcastChatSocketsMax: number;
  readonly lateRefund: 'on_request' | 'automatic';
  /** Secret that all token keys are derived from; kept in the home or given by FRONTROW_SECRET. */
  readonly secret: string;
  /** What sessions and links are signed with, and what else is accepted; without them that is `secret`. */
  readonly signing: { readonly secret: string | undefined; readonly accepted: string | undefined };
  /** What stored secrets are encrypted with, and what else opens them; without them that is `secret`. */
  readonly sealing: { readonly secret: string | undefined; readonly accepted: string | undefined };
  readonly metricsToken: string | undefined;
  readonly supportUrl: string;
  readonly helpUrl: string;
  /** The apps, where there are any. */
  readonly appStoreUrl: string | undefined;
  readonly playStoreUrl: string | undefined;
}
