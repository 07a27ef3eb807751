import './launch/node-version.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkout, giveUp, pinnedNode } from './launch/checkout.mjs';
import { oneAtATime } from './launch/one-at-a-time.mjs';
import { ensurePackages } from './launch/packages.mjs';
import { runHere } from './launch/run-child.mjs';
import { bringBrowser, bringVideoEngine } from './launch/test-tools.mjs';
import { ensureWebBuild } from './launch/web-build.mjs';

/** `npm run bench <name>`: brings what it needs and runs `bench/<name>.ts` with the pinned Node. */
const shared = new Set(['new-product.ts', 'processor-time.ts', 'report.ts']);
/** These measure the whole product in a browser: pages, Chromium and the video engine. */
const inBrowser = new Set(['idle', 'join', 'room', 'web']);
/** These need the video engine alone. */
const atEngine = new Set(['broadcast', 'record']);
const [name, ...more] = process.argv.slice(2);
const known = readdirSync(join(checkout, 'bench'))
  .filter((file) => file.endsWith('.ts') && !shared.has(file))
  .map((file) => basename(file, '.ts'));
if (name === undefined || !known.includes(name) || !existsSync(join(checkout, 'bench', `${name}.ts`)))
  giveUp(`Which bench? npm run bench ${known.join(' | ')}`);
await oneAtATime(ensurePackages);
if (inBrowser.has(name)) {
  await oneAtATime(ensureWebBuild).catch((error) => giveUp(`The pages could not be built: ${error.message}`));
  if (!(await bringBrowser()) || !(await bringVideoEngine())) giveUp(`Without them "${name}" cannot be measured.`);
}
if (atEngine.has(name) && !(await bringVideoEngine())) giveUp(`Without it "${name}" cannot be measured.`);
process.exitCode = await runHere(pinnedNode, [join('bench', `${name}.ts`), ...more]);
