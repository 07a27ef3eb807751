import { join, resolve } from 'node:path';
import process from 'node:process';
import { chaos } from './chaos.ts';
import { startCluster } from './start-cluster.ts';

/**
 * Starts the cluster and says where it is. Reads PORT, FRONTROW_HOME and the settings of providers as `npm start` does.
 * With `--chaos` it kills each part, or cuts it off, while people buy and talk, and prints what that cost; words after
 * it choose the blows that have one of them in their names.
 */
const checkout = resolve(import.meta.dirname, '../..');
const home = resolve(checkout, process.env['FRONTROW_HOME'] ?? '.frontrow-cluster');
const port = Number(process.env['PORT'] ?? 3000);
const passedOn = /^(RALLY|STRIPE|PAYPAL|FRONTROW_DEMO)/;
const settings = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (passedOn.test(name) && value ? [[name, value]] : [])),
);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const ends: (() => Promise<unknown>)[] = [];
let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const end of ends.toReversed()) await end().catch((error: unknown) => say(String(error)));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

try {
  const [first, ...chosen] = process.argv.slice(2);
  const isTried = first === '--chaos';
  const cluster = await startCluster({ home, port, settings, withLines: isTried }, (end) => ends.push(end));
  say(`\nFrontrow is ready: ${cluster.url}`);
  say(`  Two apps (${cluster.to.join(', ')}) behind Caddy; PostgreSQL behind pgBouncer; Redis; LiveKit on`);
  say(`  ${cluster.engines.addresses.join(' and ')}; files in S3. What each says is in ${join(home, '*.log')}\n`);
  if (isTried) await stop((await chaos(cluster, chosen, say)) ? 0 : 1);
} catch (error) {
  process.stderr.write(`The cluster could not be started: ${(error as Error).stack}\n`);
  await stop(1);
}
