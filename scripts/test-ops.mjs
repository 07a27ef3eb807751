import './launch/node-version.mjs';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkout, say } from './launch/checkout.mjs';

/**
 * `npm run test:ops` runs the files of `ops/` with the programs that this machine has: alarms with promtool, the proxy
 * with Caddy, the unit with systemd-analyze, the health check of the image with bash, and backup and restore with
 * PostgreSQL. What cannot be run is named. Outside `npm test`, because it needs programs that few machines have.
 */
const dir = mkdtempSync(join(tmpdir(), 'frontrow-ops-'));
const ops = join(checkout, 'ops');
let passed = 0;
let failed = 0;
/** @type {(() => unknown)[]} */
const ends = [() => rmSync(dir, { recursive: true, force: true })];
/** @param {string} program */
const isHere = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
/** @param {string} command @param {string[]} words */
const run = (command, ...words) => execFileSync(command, words, { cwd: ops, encoding: 'utf8', stdio: 'pipe' });

/** @param {string} title @param {string} program what it needs @param {() => unknown} work */
async function step(title, program, work) {
  if (!isHere(program)) return say(`not run  ${title}: ${program} is missing.`);
  try {
    await work();
    passed += 1;
    say(`good     ${title}`);
  } catch (error) {
    failed += 1;
    const { stdout, stderr, message } = /** @type {{ stdout?: string, stderr?: string, message: string }} */ (error);
    say(`BAD      ${title}: ${message}\n${stdout ?? ''}${stderr ?? ''}`);
  }
}
/** @param {unknown} is @param {string} otherwise */
const check = (is, otherwise) => {
  if (!is) throw new Error(otherwise);
};

await step('alarms are valid', 'promtool', () => run('promtool', 'check', 'rules', 'prometheus-rules.yaml'));
await step('alarms ring for what they are for', 'promtool', () =>
  run('promtool', 'test', 'rules', 'prometheus-rules.test.yaml'),
);
await step('the unit of systemd is exposed by 2.0 at most', 'systemd-analyze', () => {
  const unit = join(dir, 'frontrow@web.service');
  writeFileSync(unit, readFileSync(join(ops, 'frontrow@.service')));
  const told = run('systemd-analyze', 'security', '--offline=true', unit);
  check(Number(/exposure level for \S+: ([\d.]+)/.exec(told)?.[1]) <= 2, told.slice(-200));
});
await step('the proxy’s file is valid without a domain', 'caddy', () =>
  run('caddy', 'validate', '--adapter', 'caddyfile', '--config', 'Caddyfile'),
);

/** An app as the proxy sees it: it serves, and its database is away. @param {string} name */
async function standInApp(name) {
  let looks = 0;
  const server = createServer((request, response) => {
    if (/^\/(?:healthz|readyz)$/.test(request.url ?? '')) looks += 1;
    if (request.url === '/readyz') return response.writeHead(503).end();
    if (request.url === '/healthz') return response.end('{"ok":true}');
    const type = request.url?.startsWith('/api/') ? 'application/json' : 'text/css';
    return response.writeHead(200, { 'content-type': type, 'x-app': name }).end('{"data":"'.padEnd(4000, 'a') + '"}');
  });
  await /** @type {Promise<void>} */ (new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  ends.push(end);
  return { port: /** @type {import('node:net').AddressInfo} */ (server.address()).port, end, looks: () => looks };
}
/** @param {string} address @param {(answer: Response) => boolean} isRight */
async function until(address, isRight) {
  const began = performance.now();
  while (performance.now() - began < 15_000) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer && isRight(answer)) return answer;
    await pause(100);
  }
  throw new Error(`${address} did not become what it should.`);
}

await step('the proxy serves while the database is away, and says so when no app is there', 'caddy', async () => {
  const apps = [await standInApp('one'), await standInApp('two')];
  const free = await standInApp('a free port');
  free.end();
  const file = readFileSync(join(ops, 'Caddyfile'), 'utf8')
    .replaceAll('app-1:3000 app-2:3000', apps.map(({ port }) => `127.0.0.1:${port}`).join(' '))
    .replaceAll('{$DOMAIN:localhost}', `http://127.0.0.1:${free.port}`)
    .replace(/^# LiveKit's webhooks[\s\S]*$/m, '');
  writeFileSync(join(dir, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${file}`);
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')], {
    stdio: 'ignore',
    env: { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
  });
  ends.push(() => caddy.kill('SIGKILL'));
  const site = `http://127.0.0.1:${free.port}`;
  await until(`${site}/api/events`, () => apps.every(({ looks }) => looks() > 1));
  const api = await fetch(`${site}/api/events`);
  check(api.status === 200, 'It takes an app away whose database is away.');
  check(api.headers.get('content-encoding') !== null, 'JSON is not compressed.');
  check(api.headers.has('set-cookie'), 'A browser is not kept with its app.');
  const asset = await fetch(`${site}/assets/a.css`);
  check(!asset.headers.has('set-cookie'), 'Files carry a cookie.');
  for (const app of apps) app.end();
  const began = performance.now();
  const away = await fetch(`${site}/some-event`);
  const took = performance.now() - began;
  check(away.status === 503 && away.headers.get('retry-after') === '10', `It answered ${away.status}.`);
  check((await away.text()).includes('Your tickets and payments are safe'), 'The page says nothing.');
  check(took < 6_000, `It took ${Math.round(took)} ms.`);
  const call = await fetch(`${site}/api/events`);
  check(/** @type {{ errors: unknown[] }} */ (await call.json()).errors.length === 1, 'Calls get no error of ours.');
});

await step('the health check of the image follows the port and the state of the process', 'bash', async () => {
  const app = await standInApp('healthy');
  const asked = () => {
    const child = spawn(join(ops, 'healthcheck.sh'), {
      env: { PATH: process.env.PATH, FRONTROW_HOME: dir },
      stdio: 'ignore',
    });
    return new Promise((resolve) => child.once('exit', resolve));
  };
  writeFileSync(join(dir, 'running.port'), `${app.port}\n`);
  check((await asked()) === 0, 'A process that serves is called unhealthy.');
  app.end();
  check((await asked()) !== 0, 'A process that is gone is called healthy.');
});
await step('backups are made and restored to a moment', 'psql', () =>
  run(
    process.execPath,
    join(checkout, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    checkout,
    '--project',
    'server',
    join(checkout, 'server/test/stories/restore.long.test.ts'),
  ),
);
for (const end of ends.toReversed()) end();
say('not run  image and compose file: they need a container engine (docs/deploying.md).');
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
