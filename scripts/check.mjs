import './launch/node-version.mjs';
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { houseRules } from './check/house-rules.mjs';
import { measuresThatFell } from './check/measures.mjs';
import { brokenReferences } from './check/pages.mjs';
import { treeIsTrue } from './check/tree.mjs';
import { checkout, giveUp, pinnedNode, say } from './launch/checkout.mjs';
import { oneAtATime } from './launch/one-at-a-time.mjs';
import { ensurePackages } from './launch/packages.mjs';
import { runQuietly } from './launch/run-child.mjs';
import { webBuildIsCurrent } from './launch/web-build.mjs';

/**
 * `npm run check`: everything a tool can judge. `--report <file>` writes the counts down, and lets the suites that run
 * at the same time have the processor first.
 */
const reportFile = process.argv.includes('--report') ? process.argv[process.argv.indexOf('--report') + 1] : undefined;
if (reportFile) setPriority(19);
await oneAtATime(ensurePackages).catch((error) => giveUp(error.message));
const bin = join(checkout, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1', FORCE_COLOR: '0' };
const modulesMin = 100;

/** @typedef {{ ok: boolean, output: string, note?: string }} Verdict */

/** @param {string} name @param {...string} args @returns {Promise<Verdict>} */
async function tool(name, ...args) {
  const { code, output } = await runQuietly(name, join(bin, name), args, { env });
  return { ok: code === 0, output };
}

/** @param {string[]} found @returns {Verdict} */
const list = (found) => ({ ok: found.length === 0, output: found.join('\n') });

async function types() {
  for (const project of ['artwork', 'core', 'contract', 'client', '.', 'web']) {
    // One checker: each of several learns the types of the call table again, and the second lane has the processor.
    const verdict = await tool('tsc', '-p', project, '--checkers', '1');
    if (!verdict.ok) return verdict;
  }
  return { ok: true, output: '' };
}

async function directions() {
  const roots = ['artwork/src', 'core/src', 'contract/src', 'client/src', 'server', 'web/src', 'e2e', 'bench'].filter(
    (root) => existsSync(join(checkout, root)),
  );
  const verdict = await tool('depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...roots);
  const modules = Number(/(\d+) modules/.exec(verdict.output)?.[1] ?? 0);
  if (modules < modulesMin)
    return {
      ok: false,
      output: `${verdict.output}\nOnly ${modules} modules were looked at: the tool no longer reads our files.`,
    };
  return { ...verdict, note: `${modules} modules` };
}

async function pageWeights() {
  if (!webBuildIsCurrent())
    return { ok: true, output: '', note: 'the pages as they are now are not built: not weighed' };
  const verdict = await tool('size-limit', '--json');
  /** @type {{ name: string, size: number, sizeLimit: number }[]} */
  const pages = JSON.parse(verdict.output.slice(verdict.output.indexOf('[')));
  const weights = pages.map(
    ({ name, size, sizeLimit }) => `${name}: ${(size / 1000).toFixed(1)} of ${sizeLimit / 1000} kB`,
  );
  return { ok: verdict.ok, output: weights.join('\n'), note: weights.join('; ') };
}

async function generatedPages() {
  const { code, output } = await runQuietly('docs', pinnedNode, ['scripts/docs.ts', '--check'], { env });
  return { ok: code === 0, output };
}

/** @type {[string, () => Promise<Verdict> | Verdict][]} */
const checks = [
  ['types', types],
  ['lint', () => tool('oxlint', '--type-aware', '--deny-warnings')],
  ['format', () => tool('oxfmt', '--check')],
  ['who may use whom', directions],
  ['nothing dead', () => tool('knip', '--no-progress', '--no-config-hints')],
  ['weight of public pages', pageWeights],
  ['house rules', () => list(houseRules())],
  ['measures of the house', () => list(measuresThatFell())],
  ['tree of ARCHITECTURE.md', () => list(treeIsTrue())],
  ['links of pages, docs/rules.md', () => list(brokenReferences())],
  ['generated pages', generatedPages],
];

const lanes = 2;
const queue = [...checks];
/** @type {Map<string, Verdict & { seconds: string }>} */
const verdicts = new Map();
await Promise.all(Array.from({ length: lanes }, work));

async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, judge] = next;
    const began = performance.now();
    const verdict = await Promise.resolve()
      .then(judge)
      .catch((error) => ({ ok: false, output: String(error) }));
    verdicts.set(name, { ...verdict, seconds: ((performance.now() - began) / 1000).toFixed(1) });
  }
}

let passed = 0;
for (const [name] of checks) {
  const verdict = verdicts.get(name);
  if (verdict?.ok) passed += 1;
  say(`${verdict?.ok ? 'good' : 'BAD '}  ${name}${verdict?.note ? ` (${verdict.note})` : ''}, ${verdict?.seconds} s`);
}
for (const [name] of checks) {
  const verdict = verdicts.get(name);
  if (verdict && !verdict.ok) say(`\n-- ${name} --\n${verdict.output.trim()}`);
}
const failed = checks.length - passed;
if (reportFile) writeFileSync(reportFile, JSON.stringify({ passed, failed }));
process.exitCode = failed === 0 ? 0 : 1;
