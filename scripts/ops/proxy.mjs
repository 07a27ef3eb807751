import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { atEnd, check, dir, freePort, ops, run, step, until } from './steps.mjs';

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
  atEnd(end);
  return { port: /** @type {import('node:net').AddressInfo} */ (server.address()).port, end, looks: () => looks };
}
export async function proxySteps() {
  await step(
    'the proxy’s file is valid without a domain',
    'caddy',
    () => void run('caddy', 'validate', '--adapter', 'caddyfile', '--config', 'Caddyfile'),
  );

  await step('the proxy serves while the database is away, and says so when no app is there', 'caddy', async () => {
    const apps = [await standInApp('one'), await standInApp('two')];
    const port = await freePort();
    const file = readFileSync(join(ops, 'Caddyfile'), 'utf8')
      .replaceAll('app-1:3000 app-2:3000', apps.map((app) => `127.0.0.1:${app.port}`).join(' '))
      .replaceAll('{$DOMAIN:localhost}', `http://127.0.0.1:${port}`)
      .replace(/^# LiveKit's webhooks[\s\S]*$/m, '');
    writeFileSync(join(dir, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${file}`);
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')], {
      stdio: 'ignore',
      env: { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    });
    atEnd(() => caddy.kill('SIGKILL'));
    const site = `http://127.0.0.1:${port}`;
    await until('the proxy', async () => (await fetch(site)).ok && apps.every(({ looks }) => looks() > 1));
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
}
