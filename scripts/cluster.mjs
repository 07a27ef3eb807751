import './launch/node-version.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkout, giveUp, pinnedNode } from './launch/checkout.mjs';
import { oneAtATime } from './launch/one-at-a-time.mjs';
import { ensurePackages } from './launch/packages.mjs';
import { ensureServerBuild } from './launch/server-build.mjs';
import { forwardSignals } from './launch/signals.mjs';
import { ensureWebBuild } from './launch/web-build.mjs';

/**
 * `npm run cluster`: the parts of a large installation as processes of this machine. `npm run cluster -- --journeys`
 * runs journeys against one; names of journeys may follow. `-- --chaos` kills each part and prints what that cost.
 */
await oneAtATime(async () => {
  await ensurePackages();
  await ensureWebBuild();
  await ensureServerBuild();
}).catch((error) => giveUp(`The cluster could not be prepared: ${error.message}`));

const [asked, ...names] = process.argv.slice(2);
const journeys = ['node_modules/.bin/playwright', 'test', '--config', 'e2e/playwright.config.ts', '--workers', '1'];
const args =
  asked === '--journeys'
    ? [...journeys, ...names.map((name) => `e2e/journeys/(live/)?${name}.spec.ts`)]
    : [join(checkout, 'scripts/cluster/main.ts'), ...process.argv.slice(2)];
const child = spawn(pinnedNode, args, {
  cwd: checkout,
  env: { ...process.env, ...(asked === '--journeys' && { FRONTROW_PROGRAM: 'scripts/cluster/main.ts' }) },
  stdio: 'inherit',
});
child.on('exit', (code) => process.exit(code ?? 1));
forwardSignals([child]);
