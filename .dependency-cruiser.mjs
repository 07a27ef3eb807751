/** Who may use whom on the server: calls go down this table, facts go up. Always through the other's `index.ts`. */
const featureMayUse = {
  system: [],
  catalog: [],
  accounts: ['catalog'],
  events: ['catalog', 'accounts'],
  ticketing: ['catalog', 'accounts', 'events'],
  'token-gate': ['events', 'ticketing'],
  rooms: ['catalog', 'accounts', 'events', 'ticketing', 'token-gate'],
  broadcast: ['accounts', 'events', 'rooms'],
  meetings: ['catalog', 'accounts', 'events', 'ticketing', 'rooms'],
  reports: ['accounts', 'events', 'rooms'],
  reviews: ['accounts', 'events', 'ticketing'],
  favorites: ['events'],
  hosts: ['catalog', 'accounts', 'events', 'reviews'],
  embeds: ['events'],
  feeds: ['events', 'hosts', 'ticketing', 'broadcast'],
  hosting: ['events'],
  notifications: ['accounts'],
  balance: ['accounts'],
  payouts: ['accounts', 'events', 'ticketing'],
  billing: ['accounts', 'events', 'ticketing'],
  backoffice: ['accounts', 'events', 'ticketing'],
  search: ['catalog', 'accounts', 'events'],
  sitemap: [],
  stats: ['events'],
  developers: ['accounts'],
};

/**
 * Who may use whom in the web, always through the other's `index.ts`. What joins several features stands in `pages/`.
 */
const webFeatureMayUse = {
  accounts: [],
  backoffice: [],
  billing: [],
  balance: ['accounts'],
  discover: [],
  reviews: [],
  legal: [],
  mailbox: [],
  replay: [],
  hosts: ['accounts', 'meetings', 'reviews'],
  events: ['hosts', 'reviews'],
  ticketing: ['events', 'notifications', 'reviews'],
  rooms: ['events', 'hosts', 'reviews'],
  hosting: ['events', 'notifications', 'stats'],
  meetings: ['reviews'],
  search: ['discover'],
  'landing-pages': ['discover'],
  notifications: [],
  stats: [],
  payouts: ['accounts'],
  developers: [],
};

/** Each SDK has one home: its types end at the adapter's last line. */
const homes = {
  stripe: '^server/src/adapters/(card-payments|payouts)/',
  ibantools: '^server/src/adapters/payouts/',
  'libxml2-wasm': '^server/src/adapters/payouts/',
  feed: '^server/src/features/feeds/',
  xmlbuilder2: '^server/src/adapters/payouts/',
  '@paypal/paypal-server-sdk': '^server/src/adapters/wallet-payments/',
  'livekit-server-sdk': '^server/src/adapters/video/',
  'openid-client': '^server/src/adapters/(oauth-client\\.ts|social-login/|token-gate/)',
  '@simplewebauthn/server': '^server/(src/features/accounts/passkeys/|test/)',
  '@simplewebauthn/browser': '^web/src/features/accounts/',
  nodemailer: '^server/src/adapters/mail/',
  pdfkit: '^server/src/features/billing/',
  fontkit: '^server/src/typesetting/',
  flydrive: '^server/src/adapters/storage/',
  ioredis: '^server/src/adapters/rate-counters/',
  'sdp-transform': '^server/src/features/broadcast/ingest/',
  'request-filtering-agent': '^server/src/(adapters/(chains|webhooks)|rtmp/restream)/',
  'passkit-generator': '^server/src/adapters/wallet-passes/',
  jsqr: '^web/src/features/events/guests/',
  'web-push': '^server/src/features/notifications/',
  standardwebhooks: '^server/src/features/developers/',
  'rate-limiter-flexible': '^server/src/adapters/rate-counters/',
  'hls.js': '^web/src/features/rooms/hls/',
  'livekit-client': '^web/src/features/rooms/media/',
  pg: '^server/(src/(db|process)|test)/',
  'node-datachannel': '^server/src/(rtmp/webrtc|recorder)/',
  mediabunny: '^server/src/(rtmp/recording|recorder)/',
  '@livekit/protocol': '^server/src/recorder/',
  'socket.io': '^server/src/(realtime|features/rooms)/',
};

const tests = '(\\.test\\.tsx?$|^server/test/|\\.suite\\.ts$)';
const escape = (text) => text.replaceAll('/', '\\/').replaceAll('.', '\\.');

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle of types alone, or one that a lazy import breaks, does no harm at run time.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'core-is-pure',
      comment: 'Core decides: no I/O, no clock, no chance, no dependency but temporal-polyfill.',
      severity: 'error',
      from: { path: '^core/src', pathNot: tests },
      to: { pathNot: ['^core/src', 'node_modules/temporal-polyfill'] },
    },
    {
      name: 'artwork-draws-only',
      severity: 'error',
      from: { path: '^artwork/src', pathNot: tests },
      to: { pathNot: '^artwork/src' },
    },
    {
      name: 'contract-speaks-only',
      severity: 'error',
      from: { path: '^contract/src', pathNot: tests },
      to: { pathNot: ['^contract/src', '^core/src', 'node_modules/zod', 'node_modules/temporal-polyfill'] },
    },
    { name: 'server-never-uses-web', severity: 'error', from: { path: '^server/' }, to: { path: '^(web|e2e|bench)/' } },
    { name: 'web-never-uses-server', severity: 'error', from: { path: '^web/' }, to: { path: '^(server|e2e|bench)/' } },
    {
      name: 'web-refuses-in-the-readers-language',
      comment: 'Core says its refusals in English: pages show them by shared/i18n/refusal-text.ts.',
      severity: 'error',
      // The room of a rehearsal refuses as the server does, and answers with the same texts.
      from: {
        path: '^web/src',
        pathNot: [tests, '^web/src/shared/i18n/', '^web/src/features/rooms/rehearsal/simulated-'].flat(),
      },
      to: { path: '^core/src/(refuse|translations/.*)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-has-no-node',
      severity: 'error',
      // Pages are drawn in Node.js, each in its reader's language.
      from: { path: '^web/src', pathNot: [tests, '^web/src/server-pages/draw\\.tsx$'].flat() },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'journeys-stand-outside',
      severity: 'error',
      from: { path: '^e2e/' },
      // A stand-in of somebody else's server is outside, too.
      to: { path: '^(server|web)/', pathNot: '^server/test/transcription-server\\.ts$' },
    },
    ...Object.entries(homes).map(([sdk, home]) => ({
      name: `${sdk}-has-one-home`,
      severity: 'error',
      from: { path: '^(core|contract|server|web)/', pathNot: [home, tests] },
      to: { path: `node_modules/${escape(sdk)}/` },
    })),
    {
      name: 'only-the-composition-root-names-adapters',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/adapters/', '^server/src/app\\.ts$', tests] },
      to: { path: '^server/src/adapters/', pathNot: '^server/src/adapters/clock/' },
    },
    {
      name: 'the-rtmp-listener-stands-alone',
      comment:
        'A process of its own, which knows the product only by its WHIP door: no database, no engine, no secret.',
      severity: 'error',
      from: { path: '^server/src/rtmp/', pathNot: tests },
      // Which addresses are public, and which are one network, is said in one place.
      to: { path: '^(core|contract|server)/', pathNot: '^server/src/(rtmp/|http/(public|network)-address\\.ts$)' },
    },
    {
      name: 'the-recorder-stands-alone',
      comment: 'A process of its own that reads packets from strangers: no database, no secret of the engine.',
      severity: 'error',
      from: { path: '^server/src/recorder/', pathNot: tests },
      to: { path: '^(core|contract|server)/', pathNot: '^server/src/(recorder|rtmp)/' },
    },
    {
      name: 'ports-know-no-adapter',
      severity: 'error',
      from: { path: '^server/src/ports/', pathNot: tests },
      to: { path: '^server/src/(adapters|features|http)/' },
    },
    ...Object.entries(featureMayUse).map(([feature, others]) => ({
      name: `${feature}-uses-only-what-lies-below`,
      severity: 'error',
      from: { path: `^server/src/features/${feature}/`, pathNot: tests },
      to: {
        path: '^server/src/features/',
        pathNot: [
          `^server/src/features/${feature}/`,
          ...(others.length > 0 ? [`^server/src/features/(${others.join('|')})/index\\.ts$`] : []),
        ],
      },
    })),
    {
      name: 'shared-web-code-knows-no-feature',
      severity: 'error',
      from: { path: '^web/src/shared/', pathNot: tests },
      to: { path: '^web/src/(app|pages|features|server-pages)/' },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: tests },
      to: { path: '^web/src/(app|pages|server-pages)/' },
    },
    {
      name: 'web-pages-know-no-app',
      severity: 'error',
      from: { path: '^web/src/pages/', pathNot: tests },
      to: { path: '^web/src/(app|server-pages)/' },
    },
    ...Object.entries(webFeatureMayUse).map(([feature, others]) => ({
      name: `web-${feature}-uses-only-what-lies-below`,
      severity: 'error',
      from: { path: `^web/src/features/${feature}/`, pathNot: tests },
      to: {
        path: '^web/src/features/',
        pathNot: [
          `^web/src/features/${feature}/`,
          ...(others.length > 0 ? [`^web/src/features/(${others.join('|')})/index\\.ts$`] : []),
        ],
      },
    })),
    {
      name: 'web-features-are-in-the-table',
      severity: 'error',
      from: { path: '^web/src/(app|pages)/' },
      to: {
        path: '^web/src/features/',
        pathNot: `^web/src/features/(${Object.keys(webFeatureMayUse).join('|')})/`,
      },
    },
    {
      name: 'features-are-in-the-table',
      comment: 'A feature that is not in the table at the top of this file has not said what it may use.',
      severity: 'error',
      from: { path: '^server/src/app\\.ts$' },
      to: { path: '^server/src/features/', pathNot: `^server/src/features/(${Object.keys(featureMayUse).join('|')})/` },
    },
    {
      name: 'models-know-no-react',
      severity: 'error',
      from: { path: '^web/src/(.*-model\\.ts$|.*/model/)' },
      to: { path: 'node_modules/(react|react-dom|@mantine)/' },
    },
    { name: 'imports-can-be-found', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.css$' } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^[a-z0-9]+/dist', '\\.css$'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    builtInModules: { add: [] },
  },
};
