import './launch/node-version.mjs';
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { checkout, giveUp, pinnedNode } from './launch/checkout.mjs';
import { oneAtATime } from './launch/one-at-a-time.mjs';
import { ensurePackages } from './launch/packages.mjs';
import { builtServer, ensureServerBuild } from './launch/server-build.mjs';
import { compiled, memory, nodeFlags } from './launch/server-process.mjs';
import { endWithParent, forwardSignals } from './launch/signals.mjs';
import { ensureWebBuild } from './launch/web-build.mjs';

/** `npm start -- --processes 2` is FRONTROW_PROCESSES=2. */
function processesAsked() {
  const { values } = parseArgs({ options: { processes: { type: 'string' } } });
  return values.processes === undefined ? {} : { FRONTROW_PROCESSES: values.processes };
}

/** `npm start`: packages, pages and server when they are missing or old, then the product itself on the pinned Node. */
await oneAtATime(async () => {
  await ensurePackages();
  await ensureWebBuild();
  await ensureServerBuild();
}).catch((error) =>
  giveUp(
    error.code === 'ENOSPC'
      ? 'The disk is full: make room and start again.'
      : `Frontrow could not be prepared: ${error.message}`,
  ),
);

// The channel tells the server when we are gone, even when we were killed with -9.
const server = spawn(pinnedNode, [...nodeFlags, builtServer], {
  cwd: checkout,
  env: { ...memory, ...compiled, ...process.env, ...processesAsked() },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
server.on('error', (error) => giveUp(`Frontrow could not start: ${error.message}`));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
forwardSignals([server]);
// The server replaces its processes by new ones; without a listener the signal would end this process.
process.on('SIGUSR2', () => server.kill('SIGUSR2'));
endWithParent([server]);
