import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './process/config.ts';
import { keepSettings } from './db/keep-settings.ts';
import { openDb, type Db } from './db/db.ts';
import { createIdempotency } from './db/idempotency.ts';
import { readPrimary, readReplica } from './db/read-replica.ts';
import { deliveryGauges } from './facts/delivery-gauges.ts';
import { createDispatcher, type Dispatcher } from './facts/dispatcher.ts';
import { purgeDelivered } from './facts/deliveries.ts';
import { demoCovers } from './demo/covers.ts';
import { demoJobs } from './demo/jobs.ts';
import { accountsFeature } from './features/accounts/index.ts';
import { balanceFeature } from './features/balance/index.ts';
import { backofficeFeature } from './features/backoffice/index.ts';
import { billingFeature } from './features/billing/index.ts';
import { broadcastFeature } from './features/broadcast/index.ts';
import { catalogFeature } from './features/catalog/index.ts';
import { developersFeature } from './features/developers/index.ts';
import { embedsFeature } from './features/embeds/index.ts';
import { eventsFeature } from './features/events/index.ts';
import { feedsFeature } from './features/feeds/index.ts';
import { favoritesFeature } from './features/favorites/index.ts';
import { hostingFeature } from './features/hosting/index.ts';
import { hostsFeature } from './features/hosts/index.ts';
import { meetingsFeature } from './features/meetings/index.ts';
import { notificationsFeature } from './features/notifications/index.ts';
import { payoutsFeature } from './features/payouts/index.ts';
import { reportsFeature } from './features/reports/index.ts';
import { reviewsFeature } from './features/reviews/index.ts';
import { roomsFeature, userIdOf } from './features/rooms/index.ts';
import { searchFeature } from './features/search/index.ts';
import { statsFeature } from './features/stats/index.ts';
import { systemFeature } from './features/system/index.ts';
import { ticketingFeature } from './features/ticketing/index.ts';
import { tokenGateFeature } from './features/token-gate/index.ts';
import { sitemapFeature } from './features/sitemap/index.ts';
import type { Feature } from './feature.ts';
import type { Authenticator } from './http/callers/authenticate.ts';
import { type BodyTimes, createHttp } from './http/create-http.ts';
import { healthRoutes, metricsOfOne, watchParts, watchRush, type Metrics } from './http/health/health.ts';
import { installationGauges, processGauges } from './http/health/gauges.ts';
import { drawnAvatars, mediaFiles } from './http/files/media-files.ts';
import { randomIds } from './ids.ts';
import { createAccountSockets } from './realtime/account-sockets.ts';
import { recordJobs, createJobRunner, type Job, type JobRunner } from './jobs/runner.ts';
import type { Kit } from './kit.ts';
import { avifCovers } from './media/avif-covers.ts';
import { meetingCover } from './media/pictures.ts';
import { dropUnwrittenFiles } from './media/unwritten-files.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { chooseRateCounters } from './adapters/rate-counters/choose-rate-counters.ts';
import { processRateCounter } from './adapters/rate-counters/process-counters.ts';
import { chooseAdapters, hasDevMailbox, type Adapters } from './adapters/choose-adapters.ts';
import { mailboxRoutes } from './adapters/mail/mailbox/mailbox-routes.ts';
import { socialStandInPages } from './adapters/social-login/choose-social.ts';
import { gateStandInPages } from './adapters/token-gate/choose-gate.ts';
import { builtPages } from './adapters/page-renderer/built-pages.ts';
import { createAskInProcess } from './pages/answer-in-process.ts';
import { createDrawnPages } from './pages/drawn-pages.ts';
import type { AnswerInProcess, PageRenderer } from './ports/page-renderer.ts';
import { createSignaling } from './signaling/forward-signaling.ts';
import { startTracing } from './tracing/start-tracing.ts';
import type { Logger } from './ports/log.ts';
import { createSecurityLog } from './process/security-log.ts';
import type { RtmpIngest } from './ports/rtmp-ingest.ts';
import type { VideoEngine } from './ports/video-engine.ts';

/** What tests and the launcher may bring instead of what the configuration names. */
export interface Overrides extends Partial<Adapters> {
  readonly databaseUrl?: string;
  /** PostgreSQL itself, where `databaseUrl` is a pooler. */
  readonly directUrl?: string | undefined;
  /** Of several processes one paints the demo's covers. */
  readonly paintsCovers?: boolean;
  readonly videoEngine?: VideoEngine;
  /** Our RTMP listener, where one runs. */
  readonly rtmp?: RtmpIngest;
  /** Folder of the built pages, where it is not `web/dist`. */
  readonly pages?: string;
  /** Draws public pages, where the built ones do not. */
  readonly pageRenderer?: (answer: AnswerInProcess) => () => Promise<PageRenderer | undefined>;
  /** Where there are several processes, whose numbers are wanted together. */
  readonly metrics?: Metrics;
  readonly log: Logger;
  readonly clock?: Kit['clock'];
  readonly ids?: Kit['ids'];
  /** Tests may share the processor with many others. */
  readonly statementTimeoutMs?: number;
  /** Tests read mails in the order in which they were caused. */
  readonly mailsAtOnce?: number;
  /** Tests wait less long for bodies that do not arrive. */
  readonly bodyTimes?: BodyTimes;
  /** Benches bring the floors they are compared with; the product has none. */
  readonly extraFeatures?: (kit: Kit, authenticator: Authenticator) => readonly Feature[];
}

export interface App {
  readonly kit: Kit;
  readonly http: FastifyInstance;
  readonly db: Db;
  readonly facts: Dispatcher;
  readonly jobs: JobRunner;
  /** Starts background work (facts and jobs, of a worker); `http.listen` is the caller's. */
  start(): void;
  /** Says that migrations and demo content are there: `/healthz` answers 200 from now on. */
  ready(): void;
  stop(): Promise<void>;
}

/** Longer than a proxy takes to see that we are not ready any more: `ops/Caddyfile` looks every two seconds. */
const proxySeesMs = seconds(3);
const hangUpEveryMs = 250;

/**
 * The composition root: the only place that knows adapters and puts the features together. The schema must be
 * migrated.
 */
export async function createApp(config: Config, overrides: Overrides): Promise<App> {
  const { log } = overrides;
  const tracing = config.tracesUrl === undefined ? undefined : await startTracing(config.tracesUrl, log);
  const db = openDb({
    url: overrides.databaseUrl ?? config.databaseUrl ?? '',
    directUrl: overrides.directUrl ?? config.databaseDirectUrl,
    log,
    ...(overrides.statementTimeoutMs !== undefined && { statementTimeoutMs: overrides.statementTimeoutMs }),
  });
  const installation = await keepSettings(db, config);
  const clock = overrides.clock ?? systemClock;
  const ids = overrides.ids ?? randomIds;
  const { openRateCounter, closeRateCounters, countsAlone } = await chooseRateCounters({ config, log });
  const adapters = {
    ...(await chooseAdapters({ config, db, clock, ids, installation, log, videoEngine: overrides.videoEngine })),
    ...definedOf(overrides),
  };
  const { security, counters } = createSecurityLog({ log, clock });
  const kit: Kit = {
    config,
    db,
    listReader: config.databaseReadUrl ? readReplica({ db, url: config.databaseReadUrl, log }) : readPrimary(db),
    idempotency: createIdempotency(db),
    clock,
    ids,
    log,
    security,
    rtmp: overrides.rtmp,
    ...adapters,
  };

  const metrics = overrides.metrics ?? metricsOfOne();
  const parts = watchParts(kit, metrics.registry);
  const accounts = accountsFeature(kit);
  const catalog = catalogFeature(kit);
  const events = eventsFeature(kit, { catalog });
  const ticketing = ticketingFeature(kit, { accounts, events });
  const balance = balanceFeature({ ...kit, accounts });
  const payouts = payoutsFeature(kit, { accounts });
  const tokenGate = tokenGateFeature(kit, { events, ticketing });
  const rooms = roomsFeature(kit, { accounts, events, ticketing, tokenGate });
  const broadcast = broadcastFeature(kit, { accounts, events, rooms });
  const billing = billingFeature(kit, { accounts, receiptLinks: ticketing.receiptLinks });
  const backoffice = backofficeFeature(kit, { accounts, events, ticketing, parts: parts.states });
  const reports = reportsFeature({ ...kit, accounts, events, rooms });
  const reviews = reviewsFeature(kit, { accounts, events, ticketing });
  const favorites = favoritesFeature(kit, { events });
  const hosts = hostsFeature(kit, { accounts, catalog, events, reviews });
  const embeds = embedsFeature(kit, { events });
  const feeds = feedsFeature(kit, { hosts, ticketing, broadcast });
  const hosting = hostingFeature({ db, events });
  const search = searchFeature(kit, { events });
  const accountSockets = createAccountSockets(kit, accounts.authenticator);
  const meetings = meetingsFeature(kit, {
    accounts,
    events,
    rooms,
    ticketing,
    onRequests: accountSockets.tellRequests,
  });
  const stats = statsFeature(kit, { events, onNews: accountSockets.tellActivity });
  const developers = developersFeature({ ...kit, accounts });
  const notifications = notificationsFeature(kit);
  const system = systemFeature(kit, { accounts });
  const sitemap = sitemapFeature(kit);
  const extraFeatures = overrides.extraFeatures?.(kit, accounts.authenticator) ?? [];
  const features = [
    ...[
      system,
      accounts,
      catalog,
      events,
      ticketing,
      tokenGate,
      billing,
      balance,
      payouts,
      backoffice,
      rooms,
      broadcast,
      meetings,
      reports,
      reviews,
      favorites,
      hosts,
      embeds,
      feeds,
      hosting,
      search,
      stats,
      sitemap,
      developers,
      notifications,
    ].map((part) => part.feature),
    ...extraFeatures,
  ];

  const pages = overrides.pages ?? resolve(import.meta.dirname, '../../web/dist');
  const ask = createAskInProcess(
    features.flatMap((feature) => feature.routes ?? []),
    clock,
  );
  const drawn = createDrawnPages(
    overrides.pageRenderer ?? ((answer) => builtPages(pages, { publicUrl: config.publicUrl, answer })),
    { ask, clock, log },
  );

  const signaling = createSignaling({
    config,
    log,
    security,
    accountOf: userIdOf,
    openRateCounter,
    video: kit.video,
    refusalToConnect: rooms.refusalToConnect,
  });
  let isReady = false;
  const http = await createHttp({
    config,
    ids,
    log,
    security,
    features,
    authenticator: accounts.authenticator,
    apiKeys: developers.apiKeys,
    pages,
    drawn,
    openRateCounter,
    openOwnRateCounter: (_name, windowMs) => processRateCounter(windowMs),
    bodyTimes: overrides.bodyTimes,
  });
  if (hasDevMailbox(config)) await http.register(mailboxRoutes(db));
  await http.register(socialStandInPages(kit));
  await http.register(gateStandInPages(kit));
  const covers = config.demo ? demoCovers(kit) : undefined;
  const ownCover = meetingCover(kit);
  const missing = async (key: string) => (await ownCover(key)) ?? covers?.file(key);
  await http.register(signaling.routes);
  await http.register(drawnAvatars);
  await http.register(mediaFiles({ storage: kit.storage, avif: avifCovers(kit), missing }));
  const inRush = watchRush(http.server);
  const facts = createDispatcher(
    db,
    features.flatMap((feature) => feature.facts ?? []),
    log,
    { inRush, ...(overrides.mailsAtOnce && { mailsAtOnce: overrides.mailsAtOnce }) },
  );
  const jobs = createJobRunner(
    [
      ...features.flatMap((feature) => feature.jobs ?? []),
      purgeDelivered(db),
      dropUnwrittenFiles(kit),
      ...(config.demo ? demoJobs(kit) : []),
    ].filter(({ role = 'worker' }: Job) => config.roles.includes(role)),
    log,
    recordJobs(db),
    inRush,
  );
  let io: ReturnType<typeof rooms.attachSockets> | undefined;
  await healthRoutes(http, {
    ...kit,
    parts,
    started: () => isReady,
    numbers: [
      // First: the calls that wait are counted before the other numbers ask the database.
      ...processGauges({ db, video: kit.video, jobs, sockets: () => io?.engine.clientsCount ?? 0, countsAlone }),
      ...deliveryGauges(db),
      ...installationGauges(db),
      ...ticketing.gauges,
      ...signaling.metrics,
      ...counters,
    ],
    metrics,
  });
  let stopped = false;
  // A proxy must not take for its next request a connection that is closed at that moment.
  http.server.prependListener('request', (_request, response) => {
    if (stopped) response.setHeader('connection', 'close');
  });
  signaling.attach(http.server);
  http.addHook('onListen', async () => accountSockets.attach((io = rooms.attachSockets(http.server))));
  await http.ready();

  return {
    kit,
    http,
    db,
    facts,
    jobs,
    start() {
      if (config.roles.includes('worker')) facts.start();
      jobs.start();
      if (overrides.paintsCovers !== false) void covers?.paintAll(() => stopped);
    },
    ready: () => void (isReady = true),
    async stop() {
      isReady = false;
      stopped = true;
      if (config.production && http.server.listening) await pause(proxySeesMs);
      signaling.stop();
      await accountSockets.detach();
      await rooms.detachSockets();
      // A connection whose response has just been sent would stay open for the next request.
      const hangingUp = setInterval(() => http.server.closeIdleConnections(), hangUpEveryMs);
      await http.close().finally(() => clearInterval(hangingUp));
      await jobs.stop();
      await stats.stop();
      await facts.stop();
      closeRateCounters();
      kit.walletPasses.apple?.close();
      await kit.listReader.close();
      await db.close();
      await tracing?.stop();
    },
  };
}

function definedOf(overrides: Overrides): Partial<Adapters> {
  const { video, cards, wallets, payoutBanks, mail, storage, social, openId, tokenGates, transcription, walletPasses } =
    overrides;
  return Object.fromEntries(
    Object.entries({
      video,
      cards,
      wallets,
      payoutBanks,
      mail,
      storage,
      social,
      openId,
      tokenGates,
      transcription,
      walletPasses,
    }).filter(([, value]) => value !== undefined),
  );
}
