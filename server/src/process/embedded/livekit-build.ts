import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dieWithUs, hasCommand } from './processes.ts';

const goMinor = 26;
const buildWithinMs = 20 * 60_000;
const tellEveryMs = 10_000;
const partsAbout = 790;

/**
 * Builds the engine with the Go toolchain of this machine, at low priority, into `into`. Returns the binary's path;
 * throws why not.
 */
export async function buildFromSource(
  version: string,
  into: string,
  tell: (sentence: string) => void,
): Promise<string> {
  const go = findGo();
  if (go === undefined) throw new Error('there is no Go toolchain');
  const found = spawnSync(go, ['env', 'GOVERSION', 'GOTOOLCHAIN'], { encoding: 'utf8' }).stdout.split('\n');
  const minor = Number(/^go1\.(\d+)/.exec(found[0] ?? '')?.[1] ?? 0);
  if (minor < 21) throw new Error(`Go 1.${goMinor} or newer is needed, this machine has ${found[0]}`);
  const bin = mkdtempSync(join(into, 'go-'));
  const env = { ...process.env, GOBIN: bin, CGO_ENABLED: '0', ...(minor < goMinor ? { GOTOOLCHAIN: 'auto' } : {}) };
  tell(
    'Building the video engine from its source. This takes about two minutes, once per machine; ' +
      'everything else works in the meantime.',
  );
  try {
    await run([go, 'install', '-v', `github.com/livekit/livekit-server/cmd/server@v${version}`], env, tell);
  } catch (error) {
    rmSync(bin, { recursive: true, force: true });
    throw error;
  }
  return join(bin, 'server');
}

function findGo(): string | undefined {
  if (hasCommand('go')) return 'go';
  return spawnSync('/usr/local/go/bin/go', ['version']).status === 0 ? '/usr/local/go/bin/go' : undefined;
}

function run(words: string[], env: NodeJS.ProcessEnv, tell: (sentence: string) => void): Promise<void> {
  const [command = '', ...rest] = [...dieWithUs('KILL'), ...(hasCommand('nice') ? ['nice', '-n', '10'] : []), ...words];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: buildWithinMs });
    const began = performance.now();
    let parts = 0;
    let last = '';
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (/^[\w.-]+(\/[\w.@-]+)*$/.test(line)) parts += 1;
      else last = line;
    });
    const timer = setInterval(() => {
      const after = `after ${Math.round((performance.now() - began) / 1000)} s`;
      const share = Math.min(99, Math.round((parts / partsAbout) * 100));
      tell(parts === 0 ? `Video engine: fetching its source, ${after}.` : `Video engine: ${share} % built ${after}.`);
    }, tellEveryMs);
    child.on('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve();
      else reject(new Error(last === '' ? `go install ended with ${code}` : last));
    });
  });
}
