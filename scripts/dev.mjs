import './launch/node-version.mjs';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { checkout, giveUp, pinnedNode, say } from './launch/checkout.mjs';
import { oneAtATime } from './launch/one-at-a-time.mjs';
import { ensurePackages } from './launch/packages.mjs';
import { endWithParent, forwardSignals } from './launch/signals.mjs';

/** `npm run dev`: the server starts again on every change, the pages change in place (Vite, proxied to the server). */
await oneAtATime(ensurePackages).catch((error) => giveUp(error.message));
const serverPort = process.env.PORT ?? String(await firstFree(3000));
const webPort = process.env.WEB_PORT ?? String(await firstFree(5173));
const page = `http://127.0.0.1:${webPort}`;

const server = spawn(pinnedNode, ['--watch', '--watch-preserve-output', join(checkout, 'server/src/process/main.ts')], {
  cwd: checkout,
  stdio: 'inherit',
  env: { PUBLIC_URL: page, ...process.env, PORT: serverPort },
});
const web = spawn(pinnedNode, [join(checkout, 'node_modules/vite/bin/vite.js')], {
  cwd: join(checkout, 'web'),
  stdio: 'inherit',
  env: { ...process.env, WEB_PORT: webPort, FRONTROW_SERVER: `http://127.0.0.1:${serverPort}` },
});
say(`Pages while you work: ${page}`);

const children = [server, web];
for (const child of children) {
  child.on('error', (error) => giveUp(`Could not start: ${error.message}`));
  child.on('exit', (code) => {
    for (const other of children) if (other !== child) other.kill('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
}
forwardSignals(children);
endWithParent(children);

/** @param {number} from @returns {Promise<number>} */
function firstFree(from) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(firstFree(from + 1)));
    probe.listen(from, '127.0.0.1', () => probe.close(() => resolve(from)));
  });
}
