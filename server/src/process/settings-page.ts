/** One row of docs/configuration.md: settings that belong together, their default, and what they do. */
export interface SettingsRow {
  readonly names: readonly string[];
  readonly defaultsTo: string;
  readonly text: string;
}

/** What docs/configuration.md says about each setting. A test compares the names with `environmentSchema`. */
export const settingsPage: readonly { readonly title: string; readonly rows: readonly SettingsRow[] }[] = [
  {
    title: 'The server',
    rows: [
      {
        names: ['PORT'],
        defaultsTo: '3000, or the next free one',
        text: 'Port to serve on. If it is set and taken, the start fails.',
      },
      {
        names: ['HOST'],
        defaultsTo: '127.0.0.1',
        text: 'Address to listen on. `0.0.0.0` serves the whole network; browsers allow cameras only over https or on the same machine.',
      },
      {
        names: ['PUBLIC_URL'],
        defaultsTo: '`http://HOST:PORT`',
        text: 'URL that emails, payments and shared links point to. With `HOST=0.0.0.0` it defaults to this machine’s network address.',
      },
      {
        names: ['FRONTROW_HOME'],
        defaultsTo: '`.frontrow/` in the checkout',
        text: 'Data folder of the embedded parts: database, uploads, keys, logs. Two folders can run side by side.',
      },
      { names: ['FRONTROW_DEMO'], defaultsTo: '`on` outside production', text: '`off` starts an empty product.' },
      {
        names: ['FRONTROW_PROCESSES'],
        defaultsTo: '1',
        text: 'Number of app processes on this machine behind one port; also `npm start -- --processes 2`. More than one needs browsers with WebSocket.',
      },
      {
        names: ['FRONTROW_ROLES'],
        defaultsTo: '`web,worker,rtmp`',
        text: 'What this process does besides answering calls: `worker` sends email and runs jobs, `rtmp` accepts encoders; `web` alone does neither.',
      },
      {
        names: ['FRONTROW_SANDBOX'],
        defaultsTo: 'refused in production',
        text: '`allow` permits sandbox payments, the sandbox bank and the local stand-ins of Instagram and the wallet provider with `NODE_ENV=production`.',
      },
      { names: ['FRONTROW_METRICS_TOKEN'], defaultsTo: 'loopback only', text: 'Bearer token for `/metrics`.' },
      {
        names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
        defaultsTo: 'no traces',
        text: 'OpenTelemetry collector (OTLP over HTTP, JSON) for traces of calls, statements, jobs and sockets ([what they contain](decisions/0084-opentelemetry-traces.md)).',
      },
      {
        names: ['FRONTROW_SUPPORT_URL', 'FRONTROW_HELP_URL'],
        defaultsTo: 'the page `/help`',
        text: 'Links in the footer and menus.',
      },
      {
        names: ['FRONTROW_APP_STORE_URL', 'FRONTROW_PLAY_STORE_URL'],
        defaultsTo: 'none',
        text: 'Links to the apps in the footer, and for guests after a purchase.',
      },
    ],
  },
  {
    title: 'Secrets',
    rows: [
      {
        names: ['FRONTROW_SECRET'],
        defaultsTo: 'generated in `FRONTROW_HOME`',
        text: 'At least 32 characters. Encrypts stored secrets and signs sessions and links.',
      },
      {
        names: ['FRONTROW_SIGNING_SECRET'],
        defaultsTo: '`FRONTROW_SECRET`',
        text: 'Signs sessions and links instead. It can be [rotated without logging anyone out](runbooks/leaked-key.md).',
      },
      {
        names: ['FRONTROW_SIGNING_SECRET_ACCEPTED'],
        defaultsTo: 'none',
        text: 'A second signing secret whose sessions and links are accepted: the next one or the previous one.',
      },
      {
        names: ['FRONTROW_SEALING_SECRET'],
        defaultsTo: '`FRONTROW_SECRET`',
        text: 'Encrypts stored secrets instead. It can be [rotated without entering anything again](runbooks/leaked-key.md).',
      },
      {
        names: ['FRONTROW_SEALING_SECRET_ACCEPTED'],
        defaultsTo: 'none',
        text: 'A second sealing secret that can decrypt: the next one or the previous one.',
      },
    ],
  },
  {
    title: 'Database, Redis and files',
    rows: [
      {
        names: ['DATABASE_URL'],
        defaultsTo: 'embedded PostgreSQL 18',
        text: 'Required in production. It may point at pgBouncer in transaction mode.',
      },
      {
        names: ['DATABASE_DIRECT_URL'],
        defaultsTo: '`DATABASE_URL`',
        text: 'PostgreSQL itself, when `DATABASE_URL` is a pooler.',
      },
      {
        names: ['DATABASE_MIGRATION_URL'],
        defaultsTo: '`DATABASE_DIRECT_URL`',
        text: 'Role that owns the schema; the role of `DATABASE_URL` then only reads and writes rows ([why](decisions/0080-database-roles.md)).',
      },
      {
        names: ['DATABASE_READ_URL'],
        defaultsTo: '`DATABASE_URL`',
        text: 'Streaming replica for Discover, search and lists of hosts. A replica more than 3 s behind is not used ([how own writes stay visible](decisions/0081-read-replicas.md)).',
      },
      {
        names: ['REDIS_URL'],
        defaultsTo: 'each process counts alone',
        text: 'Rate limits are counted across all processes ([why only these](decisions/0076-redis-rate-limits.md)).',
      },
      {
        names: ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT', 'S3_PUBLIC_URL'],
        defaultsTo: 'a folder in `FRONTROW_HOME`',
        text: 'Bucket for uploads. With `S3_PUBLIC_URL` browsers load from the bucket, and get no AVIF.',
      },
    ],
  },
  {
    title: 'Video',
    rows: [
      {
        names: ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'],
        defaultsTo: 'embedded engine',
        text: 'Internal URL and credentials of your LiveKit server or LiveKit Cloud. Required in production.',
      },
      {
        names: ['LIVEKIT_PUBLIC_URL'],
        defaultsTo: '`PUBLIC_URL/livekit`; LiveKit Cloud’s own URL',
        text: 'Where browsers connect to the engine directly instead of through the app ([why not to](decisions/0087-signaling-through-the-app.md)).',
      },
      {
        names: ['BROADCAST_VIEWERS_MAX'],
        defaultsTo: '`1000`',
        text: 'Maximum viewers of a broadcast room; no event sells more ([how many to allow](scaling.md)).',
      },
      {
        names: ['BROADCAST_WEBRTC_VIEWERS_MAX'],
        defaultsTo: '40 a core; all of them with `LIVEKIT_URL`',
        text: 'Viewers of one broadcast who watch by WebRTC. Those beyond them watch by HLS, some seconds later ([how](decisions/0134-live-hls.md)).',
      },
      {
        names: ['BROADCAST_CHAT_SOCKETS_MAX'],
        defaultsTo: '`1000`',
        text: 'Sockets in the room of one broadcast. Viewers by HLS beyond them read the chat as files, until they write ([how](decisions/0181-chat-as-files.md)).',
      },
      {
        names: ['RTMP_PORT'],
        defaultsTo: '1935, or the next free one',
        text: 'Port for RTMP encoders. If it is set and taken, the start fails.',
      },
      {
        names: ['RTMP_PUBLIC_URL'],
        defaultsTo: 'the host of `PUBLIC_URL`',
        text: 'RTMP URL shown to hosts when other processes accept encoders, such as `rtmp://encoders.example.com/live`.',
      },
      {
        names: ['RTMPS_CERT', 'RTMPS_KEY', 'RTMPS_PORT'],
        defaultsTo: 'no RTMPS; 1936, or the next free one',
        text: 'PEM files of a certificate and its key, and the port for RTMPS encoders.',
      },
    ],
  },
  {
    title: 'Captions',
    rows: [
      {
        names: ['CAPTIONS_URL'],
        defaultsTo: 'speakers’ browsers transcribe',
        text: 'WebSocket URL of a transcription server with the protocol of vosk-server, such as `ws://vosk:2700`. Speakers who agree to it send their sound there ([how](decisions/0151-live-captions.md)).',
      },
    ],
  },
  {
    title: 'Email',
    rows: [
      {
        names: ['SMTP_URL', 'MAIL_FROM'],
        defaultsTo: 'the mailbox at `/dev/mailbox`',
        text: 'Mail server and sender for outgoing email.',
      },
      {
        names: ['SMTP_TLS'],
        defaultsTo: '`required` if `SMTP_URL` has a password',
        text: '`required` refuses to send without TLS; `optional` also sends in plain text, password included.',
      },
      {
        names: ['MAIL_BOUNCE_ADDRESS'],
        defaultsTo: 'the sender',
        text: 'Envelope sender for bounces: `bounces@example.com` becomes `bounces+ada=mail.test@example.com` ([how to read them](runbooks/mail-not-delivered.md)).',
      },
    ],
  },
  {
    title: 'Payments and payouts',
    rows: [
      {
        names: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
        defaultsTo: 'sandbox cards',
        text: 'Card payments.',
      },
      {
        names: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_ENVIRONMENT'],
        defaultsTo: 'sandbox wallet',
        text: 'PayPal payments. `PAYPAL_ENVIRONMENT` is `live` or `sandbox`.',
      },
      {
        names: ['LATE_REFUND'],
        defaultsTo: '`on_request`',
        text: '`automatic` refunds every buyer when a host is 10 minutes late.',
      },
      {
        names: ['STRIPE_CONNECT_WEBHOOK_SECRET', 'PAYPAL_PAYOUTS_WEBHOOK_ID'],
        defaultsTo: 'providers are polled',
        text: 'Webhooks for payouts, at `/api/webhooks/payouts/stripe` (connected accounts) and `/api/webhooks/payouts/paypal`.',
      },
      {
        names: ['SEPA_DEBTOR_NAME', 'SEPA_DEBTOR_IBAN', 'SEPA_DEBTOR_BIC'],
        defaultsTo: 'an example; off in production',
        text: 'Account that bank transfers to hosts are paid from. Without it hosts can’t choose bank transfers.',
      },
      {
        names: ['SEPA_DEBTOR_STREET', 'SEPA_DEBTOR_POSTCODE', 'SEPA_DEBTOR_TOWN', 'SEPA_DEBTOR_COUNTRY'],
        defaultsTo: 'an example; off in production',
        text: 'Address of that account’s holder, which banks require for transfers out of the EEA. Without it hosts can’t add accounts in Switzerland, the United Kingdom and SEPA’s other countries outside the EEA.',
      },
      {
        names: ['SEPA_BANK_ZONE'],
        defaultsTo: '`Europe/Berlin`',
        text: 'Time zone of your bank. A transfer file asks for execution on the bank’s day, or on the next day on which euros are settled.',
      },
    ],
  },
  {
    title: 'Sign-in and wallets',
    rows: [
      {
        names: [
          'INSTAGRAM_CLIENT_ID',
          'INSTAGRAM_CLIENT_SECRET',
          'INSTAGRAM_AUTHORIZE_URL',
          'INSTAGRAM_TOKEN_URL',
          'INSTAGRAM_PROFILE_URL',
          'INSTAGRAM_SCOPE',
        ],
        defaultsTo: 'a local stand-in; off in production',
        text: '“Continue with Instagram”. The URLs default to Instagram’s and may name any OAuth 2.0 provider.',
      },
      {
        names: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'],
        defaultsTo: 'not offered',
        text: 'Any OpenID Connect provider, such as Google or Keycloak: “Continue with `OIDC_NAME`”. Register `PUBLIC_URL/social_login` there as redirect address ([how it is checked](decisions/0166-openid-connect-sign-in.md)).',
      },
      {
        names: [
          'RALLY_CLIENT_ID',
          'RALLY_CLIENT_SECRET',
          'RALLY_AUTHORIZE_URL',
          'RALLY_TOKEN_URL',
          'RALLY_HOLDINGS_URL',
        ],
        defaultsTo: 'a local stand-in; off in production',
        text: 'OAuth 2.0 provider that knows what wallets hold, for token-gated events ([what it is asked](decisions/0066-token-gates.md)). Without one such events can’t be published.',
      },
      {
        names: ['RALLY_RPC_<chainId>'],
        defaultsTo: 'chains are not read',
        text: 'Read-only JSON-RPC URL of a chain (https), or two separated by a comma, the second as fallback. With it people sign in with their own wallet and events can name tokens by contract.',
      },
      {
        names: ['WALLET_APPLE_CERT', 'WALLET_APPLE_KEY', 'WALLET_APPLE_WWDR'],
        defaultsTo: 'not offered',
        text: '“Add to Apple Wallet” on tickets: PEM files of a Pass Type ID certificate, its unencrypted key and Apple’s WWDR certificate ([where to get them](wallets.md)).',
      },
      {
        names: ['WALLET_GOOGLE_ISSUER_ID', 'WALLET_GOOGLE_KEY'],
        defaultsTo: 'not offered',
        text: '“Add to Google Wallet” on tickets: the issuer’s ID and the key file (JSON) of a service account ([where to get them](wallets.md)).',
      },
      {
        names: ['WALLETCONNECT_PROJECT_ID'],
        defaultsTo: 'browser wallets only',
        text: 'WalletConnect, for wallets on another device.',
      },
    ],
  },
];
