import './launch/node-version.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure, measures, record, recorded, worse } from './check/measures.mjs';
import { checkout, pinnedNode, say } from './launch/checkout.mjs';
import { runQuietly } from './launch/run-child.mjs';
import { secondsFile } from './launch/test-seconds.mjs';

/**
 * `npm run house`: how readable the house is, in numbers. A table, then the same as JSON on the last line. `--json`
 * prints the JSON alone, `--record` makes today's numbers those that may not get worse.
 */
const jsonAlone = process.argv.includes('--json');
const { numbers } = measure();
const before = recorded();
if (process.argv.includes('--record')) record(numbers);

/** Seconds of processor time, which other work on the machine does not change. @returns {Promise<number | null>} */
async function serverImportSeconds() {
  const app = JSON.stringify(join(checkout, 'server/src/app.ts'));
  const program = `await import(${app}); const { user, system } = process.cpuUsage();
    process.stdout.write(String((user + system) / 1e6)); process.exit(0);`;
  const { code, output } = await runQuietly('importing', pinnedNode, ['--input-type=module', '-e', program]);
  return code === 0 ? Math.round(Number(output) * 10) / 10 : null;
}

/** Of the last whole `npm test` on this machine. @returns {number | null} */
function testSeconds() {
  try {
    return JSON.parse(readFileSync(secondsFile, 'utf8')).total;
  } catch {
    return null;
  }
}

const all = { ...numbers, test_seconds: testSeconds(), server_import_seconds: await serverImportSeconds() };
if (!jsonAlone) {
  const fell = new Set(worse(numbers, before));
  for (const [name, { title }] of Object.entries(measures))
    say(`${String(numbers[name]).padStart(8)}  ${title} (recorded: ${before[name]}${fell.has(name) ? ', WORSE' : ''})`);
  say(`${String(all.test_seconds ?? '-').padStart(8)}  seconds of the last whole npm test on this machine`);
  say(`${String(all.server_import_seconds ?? '-').padStart(8)}  seconds of processor time to import the server`);
}
say(JSON.stringify(all));
