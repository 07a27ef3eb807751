import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkout, say } from '../launch/checkout.mjs';
import { buy, ingest, publish, signUp, siteAt, visitors } from './site.mjs';
import { atEnd, check, dir, ops, step, until } from './steps.mjs';

/**
 * The whole stack of ops/compose.yaml, brought up, used, updated and broken. It takes this machine's ports, so it runs
 * only where OPS_STACK says so: `OPS_STACK=up` brings it up with a new `.env` for events.localhost and takes it down
 * again; `OPS_STACK=running` uses the one that COMPOSE_FILE and COMPOSE_PROJECT_NAME name. DOCKER is another engine's
 * command, SITE_PORT and RTMP_PORT are where it is published. BACKUPS is a small disk where the engine cannot make one
 * (podman 4.3).
 */
const docker = process.env['DOCKER'] ?? 'docker';
const stack = process.env['OPS_STACK'];
const domain = 'events.localhost';
const rtmpPort = Number(process.env['RTMP_PORT'] ?? 1935);
const ask = siteAt(domain, Number(process.env['SITE_PORT'] ?? 443));
const megabyte = 1_000_000;
const awayMs = 15_000;
const backWithinMs = 60_000;
/** Addresses of the compose file's network that no service has there. */
const otherAddresses = ['172.31.255.77', '172.31.255.78'];
/** More where other programs keep the machine busy. */
const answerWithinMs = Number(process.env['ANSWERS_WITHIN_MS'] ?? 1_000);

const engine = async (/** @type {string[]} */ ...args) =>
  (await promisify(execFile)(docker, args, { encoding: 'utf8', maxBuffer: 20 * megabyte })).stdout.trim();
const compose = (/** @type {string[]} */ ...args) => engine('compose', ...args);
const inContainer = (/** @type {string} */ service, /** @type {string[]} */ ...args) =>
  compose('exec', '-T', service, ...args);
const sql = (/** @type {string} */ text) => inContainer('postgres', 'psql', '-XAtq', '-U', 'frontrow', '-c', text);

export async function stackSteps() {
  if (stack === undefined) return say('not run  the whole stack in containers: OPS_STACK=up asks for it.');
  if (stack === 'up' && !(await step('the images are built and the stack comes up', docker, bringUp))) return;
  await step('the image for pages is small and confined, and has no ffmpeg', docker, images);
  await step('sign-up, publish, a free ticket and the key of an encoder', `${docker} ffmpeg`, walk);
  await step('an update replaces everything while people and an encoder go on', `${docker} ffmpeg`, update);
  await step(
    'a full disk for backups stops no sale and is reported; WAL is kept again once there is room',
    docker,
    diskFull,
  );
  await step('PostgreSQL goes away and comes back elsewhere: pages answer within a second', docker, databaseAway);
}

async function bringUp() {
  const init = [join(checkout, 'scripts/ops-init.mjs'), '--domain', domain, '--ip', '127.0.0.1'];
  if (!existsSync(join(ops, '.env'))) await promisify(execFile)(process.execPath, init);
  // Their disk is filled later on.
  const small = join(dir, 'backups.yaml');
  writeFileSync(small, 'volumes: { backups: { driver_opts: { type: tmpfs, device: tmpfs, o: size=200m } } }\n');
  Object.assign(process.env, {
    COMPOSE_FILE: [join(ops, 'compose.yaml'), ...(process.env['BACKUPS'] === undefined ? [small] : [])].join(':'),
    SMTP_URL: 'smtp://mailpit:1025',
    FRONTROW_SANDBOX: 'allow',
  });
  atEnd(() => compose('down', '-v', '-t', '10'));
  await compose('up', '-d', '--build');
}

async function images() {
  const size = async (/** @type {string} */ name) =>
    Number(await engine('image', 'inspect', '-f', '{{.Size}}', name)) / megabyte;
  const [app, encoders] = [await size('frontrow'), await size('frontrow-encoders')];
  check(app <= 420 && encoders <= 900, `${app} and ${encoders} MB`);
  const output = await inContainer(
    'app-1',
    'sh',
    '-c',
    'touch /x 2>&1; grep CapEff /proc/self/status; which ffmpeg; id -u',
  );
  check(/Read-only/.test(output) && /CapEff:\s0+$/m.test(output) && /^1000$/m.test(output), output);
  check(!output.includes('ffmpeg'), output);
  return `${Math.round(app)} and ${Math.round(encoders)} MB`;
}

/** What the walk leaves for the steps after it. */
const made = { event: '', stream: '' };

async function walk() {
  await until('the site', async () => (await ask('/readyz')).status === 200, 180_000);
  const host = await signUp(ask, `host${Date.now()}`);
  // As an admin and the link in an email would do it.
  await sql(
    `UPDATE app_user SET role = 1, massive = true, email_verified_at = app_now() WHERE email_norm = '${host.email}'`,
  );
  const drawn = '-v error -f lavfi -i testsrc=size=1600x900 -frames:v 1 -f mjpeg -';
  const picture = execFileSync('ffmpeg', drawn.split(' '), { maxBuffer: megabyte });
  const event = await publish(ask, host.token, `data:image/jpeg;base64,${picture.toString('base64')}`);
  made.event = event.event.event_uuid;
  const viewer = await signUp(ask, `viewer${Date.now()}`);
  const ticket = await buy(ask, viewer.token, made.event);
  check(ticket.ticket_uuid, 'There is no ticket.');
  const { stream_key: key, rtmp_url: address } = await ingest(ask, host.token, made.event);
  check(address === `rtmp://${domain}/live`, `Encoders are sent to ${address}.`);
  // The day has come: encoders are taken a little before the start.
  const start = "date_bin('15 minutes', app_now() + interval '15 minutes', 'epoch')";
  await sql(`UPDATE event SET starts_at = ${start}, original_starts_at = ${start}, local_start = ${start} AT TIME ZONE tz
    WHERE id = '${made.event}'`);
  made.stream = `rtmp://127.0.0.1:${rtmpPort}/live/${key}`;
}

/** An encoder that sends a picture and a sound. @returns {{ frames(): number, isOver(): boolean, end(): void }} */
function encoder() {
  const args =
    '-re -f lavfi -i testsrc=size=320x180:rate=15 -f lavfi -i sine=frequency=440 -c:v libx264 -preset ultrafast -tune zerolatency -g 30 -pix_fmt yuv420p -c:a aac -f flv';
  const child = spawn('ffmpeg', ['-hide_banner', '-progress', 'pipe:1', ...args.split(' '), made.stream], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let frames = 0;
  child.stdout.on('data', (part) => (frames = Number(/frame=(\d+)/.exec(String(part))?.[1] ?? frames)));
  atEnd(() => child.kill('SIGKILL'));
  return { frames: () => frames, isOver: () => child.exitCode !== null, end: () => void child.kill('SIGTERM') };
}
/** Whether someone takes encoders. */
const takesEncoders = () =>
  new Promise((resolve) => {
    const socket = connect(rtmpPort, '127.0.0.1', () =>
      socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536)])),
    );
    socket.setTimeout(2_000, () => socket.destroy());
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
  });
const paths = ['/', '/api/events', '/help', '/login'];
const updateScript = async (/** @type {string[]} */ ...args) =>
  (await promisify(execFile)(join(ops, 'update.sh'), ['--no-build', ...args])).stdout;
const idsOf = async (/** @type {string} */ service) => (await compose('ps', '-q', service)).split('\n').filter(Boolean);

async function update() {
  check(made.stream !== '', 'Nothing was published.');
  const sending = encoder();
  await until('the encoder is taken', () => sending.frames() > 30, 60_000);
  const [before] = await idsOf('encoders');
  const apps = new Set([...(await idsOf('app-1')), ...(await idsOf('app-2'))]);
  // Other settings are another release: every container has to be replaced.
  process.env['FRONTROW_METRICS_TOKEN'] = `release-${Date.now()}`;
  const stop = visitors(ask, paths);
  const began = performance.now();
  await updateScript('--encoders');
  const seconds = Math.round((performance.now() - began) / 1000);
  const seen = await stop();
  check(
    seen.failed.length === 0,
    `${seen.failed.length} of ${seen.answers} failed: ${seen.failed.slice(0, 5).join('; ')}`,
  );
  const after = [...(await idsOf('app-1')), ...(await idsOf('app-2'))];
  check(after.length === 2 && !after.some((id) => apps.has(id)), 'An app was not replaced.');
  const running = await idsOf('encoders');
  check(/is up to date/.test(await updateScript()), 'A second run replaces the new encoder process.');
  check(running.length === 2 && before !== undefined && running.includes(before), 'The encoder process was not kept.');
  const frames = sending.frames();
  await until('the encoder still sends', () => sending.frames() > frames + 30, 30_000);
  await until('the new process takes encoders', takesEncoders);
  sending.end();
  await until('the old process ends with its last encoder', async () => (await idsOf('encoders')).length === 1, 60_000);
  return `${seen.answers} answers in ${seconds} s, none failed, the slowest after ${Math.round(seen.slowestMs)} ms`;
}

/** The disk of the backups has to be a small one: a tmpfs, in BACKUPS. */
async function diskFull() {
  const kept = async () => Number(await sql('SELECT archived_count FROM pg_stat_archiver'));
  const missed = async () => Number(await sql('SELECT failed_count FROM pg_stat_archiver'));
  const size = Number(
    (await inContainer('postgres', 'df', '-P', '-BM', '/backups')).split(/\s+/).at(-5)?.replace('M', ''),
  );
  check(size <= 1_000, `The disk of the backups has ${size} MB, too many to fill.`);
  await inContainer('postgres', 'sh', '-c', 'dd if=/dev/zero of=/backups/filler bs=1M 2>/dev/null; sync; true');
  try {
    const before = await missed();
    await sql('SELECT pg_switch_wal()');
    await until('PostgreSQL notices', async () => (await missed()) > before, 60_000);
    const viewer = await signUp(ask, `full${Date.now()}`);
    await buy(ask, viewer.token, made.event);
    await inContainer('backups', '/opt/backup/daily.sh', '/backups', '--once').catch(() => undefined);
    const free = Number(await sql("SELECT free_bytes FROM disk_report WHERE disk = 'backups'"));
    check(free < megabyte, `It is reported with ${free} bytes left.`);
  } finally {
    await inContainer('postgres', 'rm', '/backups/filler');
  }
  const before = await kept();
  await until('WAL is kept again', async () => (await kept()) > before, 120_000);
  const torn = await inContainer(
    'postgres',
    'sh',
    '-c',
    'for file in /backups/wal/*.gz; do gzip -t "$file" || echo "$file"; done',
  );
  check(torn === '', `Half a file is kept: ${torn}`);
}

/** Where the pooler looked last. One built with c-ares looks there until the time to live that DNS gave is over. */
async function poolerLooks() {
  const built = /adns: (.+)/.exec(await inContainer('pooler', 'pgbouncer', '--version'))?.[1] ?? 'an unknown resolver';
  const lines = await compose('logs', '--since', '20s', 'pooler');
  const last = [...lines.matchAll(/@([\d.]+):5432/g)].at(-1)?.[1] ?? 'no address';
  return `The pooler (${built}) asked ${last} last.`;
}

async function databaseAway() {
  const [postgres] = await idsOf('postgres');
  check(postgres !== undefined, 'PostgreSQL is not there.');
  const network = '{{range $name, $of := .NetworkSettings.Networks}}{{$name}} {{$of.IPAddress}}{{end}}';
  const [name = '', address = ''] = (await engine('inspect', '-f', network, postgres)).split(' ');
  const other = otherAddresses.find((one) => one !== address) ?? '';
  const seen = { answers: 0, slowestMs: 0 };
  const look = async () => {
    for (const path of ['/', '/help', '/healthz']) {
      const { ms, status, text } = await ask(path);
      seen.answers += 1;
      seen.slowestMs = Math.max(seen.slowestMs, ms);
      check(ms <= answerWithinMs, `${path} took ${Math.round(ms)} ms.`);
      check(status === 200 || (status === 503 && text.length > 100), `${path}: ${status} ${text.slice(0, 100)}`);
    }
  };
  // Pages are drawn for the first time.
  await until('pages are warm', async () => (await look(), true));
  Object.assign(seen, { answers: 0, slowestMs: 0 });
  const began = performance.now();
  atEnd(() => engine('start', postgres));
  const stopped = engine('stop', '-t', '5', postgres);
  while (performance.now() - began < awayMs) await look();
  await stopped;
  await engine('network', 'disconnect', name, postgres);
  await engine('network', 'connect', '--ip', other, '--alias', 'postgres', name, postgres);
  const started = engine('start', postgres);
  const back = performance.now();
  let isReady = false;
  while (!isReady && performance.now() - back < backWithinMs) {
    await look();
    isReady = (await ask('/readyz')).status === 200;
  }
  await started;
  const output = isReady ? '' : await poolerLooks().catch(String);
  check(isReady, `PostgreSQL was not found again at ${other} within ${backWithinMs / 1000} s. ${output}`);
  await signUp(ask, `after${Date.now()}`);
  const seconds = Math.round((performance.now() - back) / 1000);
  return `${seen.answers} answers, the slowest after ${Math.round(seen.slowestMs)} ms; a sign-up ${seconds} s after its start`;
}
