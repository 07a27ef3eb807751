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

/**
 * `npm start` installs packages and builds pages and server when they are missing or old, then runs the product on the
 * pinned Node.
 */
await oneAtATime(async () => {
  await ensurePackages();
  await ensureWebBuild();
  await ensureServerBuild();
}).catch((error) =>
  giveUp(
    error.code === 'ENOSPC'
      ? 'The disk is full. Free some space and start again.'
      : `Frontrow could not be prepared: ${error.message}`,
  ),
);

// The IPC channel closes when this process dies, even from SIGKILL, so the server notices.
const server = spawn(pinnedNode, [...nodeFlags, builtServer], {
  cwd: checkout,
  env: { ...memory, ...compiled, ...process.env, ...processesAsked() },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
server.on('error', (error) => giveUp(`Frontrow could not start: ${error.message}`));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
forwardSignals([server]);
// SIGUSR2 asks the server for a rolling restart; without a listener it would end this process.
process.on('SIGUSR2', () => server.kill('SIGUSR2'));
endWithParent([server]);
