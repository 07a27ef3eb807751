import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, type App } from '../app.ts';
import { BadSetting, configFromEnv } from './config-from-env.ts';
import { ingestListenerSecret } from '../keys.ts';
import type { Config } from './config.ts';
import { isConnectionLost, isAddressOrLoginWrong, isDatabaseDiskFull, isLockTimeout } from '../db/database-errors.ts';
import { DatabaseBeforeBaseline, DatabaseNotUtf8, migrate } from '../db/migrate.ts';
import { BadStoredFunction } from '../db/stored-functions.ts';
import { bringFfmpeg } from './embedded/ffmpeg-binary.ts';
import { bringLivekitBinary } from './embedded/livekit-binary.ts';
import { superviseLivekit, type EmbeddedVideo } from './embedded/livekit-server.ts';
import { type RecorderProcess, superviseRecorder } from './embedded/recorder-process.ts';
import { type EmbeddedRtmp, superviseRtmp } from './embedded/rtmp-process.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { startPostgres, type RunningPostgres } from './embedded/postgres.ts';
import { lockDataDir, type DataDirLock } from './data-dir/lock-data-dir.ts';
import { dataDirSecret } from './data-dir/data-dir.ts';
import { holdPort, type HeldPort } from './hold-port.ts';
import { localUrl, publicUrlOf } from './own-urls.ts';
import { createLog } from './process-log.ts';
import { holdRtmpPorts, type RtmpPorts } from './rtmp-ports.ts';
import { sayReady, sayRtmp } from './say-ready.ts';
import { type AppProcesses, startAppProcesses } from './cluster/app-processes.ts';

const checkout = resolve(import.meta.dirname, '../..');
/** The TypeScript source of a child process, or its built file in a release. */
const programOf = (name: 'rtmp' | 'recorder'): string =>
  import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, `../${name}/main.ts`)
    : join(import.meta.dirname, `${name}.js`);
/**
 * How long the app, and then everything else, may take to stop. Someone at a terminal waits less than an orchestrator.
 */
const stopWithin = (hasOwnParts: boolean) =>
  hasOwnParts ? { appMs: 4_000, allMs: 9_000 } : { appMs: 30_000, allMs: 35_000 };
const secondSignalMs = 1_500;
/** Processes that do not stop are killed this long before the time is up. */
const killedWithinMs = 500;

interface Parts {
  home?: DataDirLock;
  /** Held until the app listens on it. */
  port?: HeldPort;
  /** Set while it starts, so that a stop waits for it and then stops it, too. */
  starting?: Promise<RunningPostgres>;
  postgres?: RunningPostgres;
  video?: EmbeddedVideo;
  rtmpPorts?: RtmpPorts;
  rtmp?: EmbeddedRtmp;
  recorder?: RecorderProcess;
  app?: App;
  /** Set when this process only serves encoders, so that it may wait for them to finish. */
  isForEncoders?: boolean;
  /** Replaces `app` when several processes answer calls. */
  processes?: AppProcesses;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const terminal = { info: say, warn: say };

/**
 * Runs the product on one machine: settings → home → database → schema and demo → pages, with the video engine starting
 * in parallel. With several processes, this one runs the parts they share and hands them their connections; SIGUSR2
 * replaces them one after the other.
 */
export async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  const parts: Parts = {};
  const stop = stopOnSignals(parts);
  process.on('SIGUSR2', () => renew(parts));
  try {
    await start(environment, parts, stop.asked);
  } catch (error) {
    if (stop.asked.aborted) return;
    process.stderr.write(`${sentenceOf(error, environment, parts)}\n`);
    await stop.now(1);
  }
}

function renew({ processes, rtmp }: Parts): void {
  if (processes === undefined)
    return say('Nothing to replace: a rolling restart needs several running processes (FRONTROW_PROCESSES).');
  void processes.renew();
  void rtmp?.renew();
}

async function start(environment: NodeJS.ProcessEnv, parts: Parts, stopAsked: AbortSignal): Promise<void> {
  const asked = configFromEnv(environment, checkout);
  const held = await lockDataDir(asked.home);
  if ('taken' in held) throw new BadSetting(held.taken);
  parts.home = held;
  const port = await holdPort(asked);
  parts.port = port;
  if (asked.roles.includes('rtmp')) parts.rtmpPorts = await holdRtmpPorts(asked);
  const config: Config = {
    ...asked,
    port: port.port,
    publicUrl: publicUrlOf(asked, port.port),
    secret: asked.secret ?? dataDirSecret(asked.home),
  };
  const log = createLog(config);
  if (config.databaseUrl === undefined) {
    parts.starting = startPostgres({ dir: join(config.home, 'postgres'), log: terminal });
    parts.postgres = await parts.starting;
  }
  const databaseUrl = config.databaseUrl ?? parts.postgres?.appUrl ?? '';
  const directUrl = config.databaseDirectUrl;
  const ownerUrl = config.databaseMigrationUrl ?? parts.postgres?.url ?? directUrl ?? databaseUrl;
  await migrate(ownerUrl, log, { appUrl: databaseUrl });
  if (config.livekit === undefined && !stopAsked.aborted) parts.video = await startVideo(config, environment);
  const { rtmpPorts } = parts;
  const rtmp = {
    get port() {
      return parts.rtmp?.port;
    },
    get tlsPort() {
      return parts.rtmp?.tlsPort;
    },
    get ffmpeg() {
      return parts.rtmp?.ffmpeg;
    },
  };
  if (config.processes === 1) {
    const app = await createApp(config, {
      log,
      databaseUrl,
      rtmp,
      ...(parts.video ? { videoEngine: parts.video } : {}),
    });
    parts.app = app;
    if (config.demo) await seedDemo(app.kit);
    if (stopAsked.aborted) return;
    app.start();
    await app.http.listen({ ...port.listenOptions });
    delete parts.port;
    app.ready();
  } else {
    port.release();
    delete parts.port;
    if (stopAsked.aborted) return;
    parts.processes = await startAppProcesses({
      config,
      databaseUrl,
      ownerUrl,
      directUrl,
      video: parts.video,
      rtmp,
      log: terminal,
    });
  }
  held.answersAt(config.publicUrl, config.port);
  sayReady(config, say);
  parts.video?.onReady(() => say('Video is ready.'));
  if (!rtmpPorts) return;
  parts.isForEncoders = config.roles.length === 1;
  const app = { appUrl: localUrl(config), secret: ingestListenerSecret(config.secret) };
  parts.recorder = superviseRecorder(programOf('recorder'), app, terminal);
  parts.rtmp = startRtmp(config, rtmpPorts, environment);
  parts.rtmp.onReady(() => sayRtmp(config, rtmpPorts, say));
}

const cacheOf = (config: Config, environment: NodeJS.ProcessEnv) => ({
  cacheHome: environment['XDG_CACHE_HOME'],
  fallbackCache: join(config.home, 'cache'),
  tell: say,
});

async function startVideo(config: Config, environment: NodeJS.ProcessEnv): Promise<EmbeddedVideo> {
  return superviseLivekit({
    binary: bringLivekitBinary(cacheOf(config, environment)),
    home: config.home,
    host: config.host,
    webhookUrl: `${localUrl(config)}/api/webhooks/livekit`,
    log: terminal,
  });
}

function startRtmp(config: Config, ports: RtmpPorts, environment: NodeJS.ProcessEnv): EmbeddedRtmp {
  const { tls } = config.rtmp;
  return superviseRtmp({
    file: programOf('rtmp'),
    ffmpeg: bringFfmpeg(cacheOf(config, environment)),
    settings: {
      appUrl: localUrl(config),
      secret: ingestListenerSecret(config.secret),
      host: config.host,
      port: ports.port,
      ...(tls && ports.tlsPort !== undefined && { tls: { ...tls, port: ports.tlsPort } }),
    },
    releasePorts: () => ports.release(),
    log: terminal,
  });
}

interface Stop {
  readonly asked: AbortSignal;
  now(exitCode: number): Promise<void>;
}

/**
 * SIGTERM and SIGINT stop everything in order; a later second signal exits immediately. A process that only serves
 * encoders answers SIGTERM by waiting until they finish, and a second SIGTERM by stopping in order.
 */
function stopOnSignals(parts: Parts): Stop {
  const asked = new AbortController();
  let began: number | undefined;
  let drainBegan: number | undefined;
  const now = async (exitCode: number): Promise<void> => {
    began = performance.now();
    asked.abort();
    parts.home?.stopping();
    const within = stopWithin(parts.postgres !== undefined || parts.video !== undefined);
    setTimeout(() => process.exit(1), within.allMs).unref();
    await stopParts(parts, within.appMs);
    process.exit(exitCode);
  };
  const drain = async (): Promise<void> => {
    drainBegan = performance.now();
    say('Waiting for connected encoders to finish before stopping (at most six hours).');
    await parts.rtmp?.drain();
    if (began === undefined) await now(0);
  };
  const onSignal = (signal?: NodeJS.Signals): void => {
    if (began !== undefined) {
      if (performance.now() - began > secondSignalMs) process.exit(1);
    } else if (signal === 'SIGTERM' && parts.isForEncoders && drainBegan === undefined) void drain();
    // A launcher forwards a signal that the whole process group already got, so a repeat right after it is ignored.
    else if (signal !== 'SIGTERM' || drainBegan === undefined || performance.now() - drainBegan > secondSignalMs) {
      say('Stopping.');
      void now(0);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The launcher died without sending a signal.
  process.on('disconnect', () => onSignal());
  return { asked: asked.signal, now };
}

async function stopParts(parts: Parts, appStopWithinMs: number): Promise<void> {
  parts.port?.release();
  parts.rtmpPorts?.release();
  // Before the app, because both hand over the last of what they have by calling the app.
  await Promise.all([parts.rtmp?.stop(), parts.recorder?.stop()]);
  const appStopped = parts.app?.stop().catch((error: unknown) => say(`The app did not stop cleanly: ${String(error)}`));
  await Promise.race([
    Promise.all([appStopped, parts.processes?.stop(appStopWithinMs - killedWithinMs)]),
    pause(appStopWithinMs, undefined, { ref: false }),
  ]);
  await Promise.allSettled([parts.video?.stop(), parts.starting?.then((postgres) => postgres.stop())]);
  parts.home?.release();
}

/** A failed start prints one sentence; only unexpected errors print their stack. */
function sentenceOf(error: unknown, environment: NodeJS.ProcessEnv, { postgres }: Parts): string {
  if (error instanceof BadSetting || error instanceof BadStoredFunction) return error.message;
  if (error instanceof DatabaseNotUtf8) return `${error.message}, and start again.`;
  if (error instanceof DatabaseBeforeBaseline)
    return environment['DATABASE_URL']
      ? `${error.message}. Point DATABASE_URL at an empty database and start again.`
      : `${error.message}. Delete the folder ${configFromEnv(environment, checkout).home} and start again.`;
  const { code, message = String(error), stack } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || isDatabaseDiskFull(error)) return 'The disk is full. Free some space and start again.';
  if (isLockTimeout(error))
    return (
      'The database cannot be migrated because one of its tables is locked. End the query or backup that holds the ' +
      'lock and start again.'
    );
  if (code === 'EACCES' || code === 'EROFS')
    return `Frontrow has no permission to write its files (${message}). Set FRONTROW_HOME to a folder you own.`;
  if (/^Frontrow cannot store|^PostgreSQL|^The database in|^The PostgreSQL/.test(message)) return message;
  const lost = isConnectionLost(error);
  if (environment['DATABASE_URL'] && (lost || isAddressOrLoginWrong(error)))
    return `Frontrow cannot use the database at DATABASE_URL: ${message || code}.`;
  if (postgres && lost) return `PostgreSQL stopped: ${postgres.stderrTail()}`;
  return `Frontrow could not start: ${stack ?? message}`;
}
