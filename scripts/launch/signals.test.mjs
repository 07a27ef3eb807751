import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../e2e/support/until.ts';

/** @type {string} */
let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-signals-'));
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { start: 'node start.mjs' } }));
  writeFileSync(join(dir, 'start.mjs'), launcher);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Says `up` when it watches, `ended` when it was ended, and `still-here` some looks after it was left `alone`. */
const launcher = `
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { endWithParent, forwardSignals } from '${join(import.meta.dirname, 'signals.mjs')}';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
child.on('exit', () => { writeFileSync('ended', ''); process.exit(); });
forwardSignals([child]);
endWithParent([child]);
let looks = 0;
setInterval(() => {
  if (!existsSync('start.mjs')) child.kill('SIGKILL');
  if (existsSync('alone') && ++looks > 4) writeFileSync('still-here', '');
}, 300);
writeFileSync('up', '');
`;

const is = (/** @type {string} */ name) => existsSync(join(dir, name));

test.each(['/bin/bash', '/bin/sh'])('run by npm through %s: ends with npm, not with who started npm', async (shell) => {
  const starter = spawn('sh', ['-c', 'npm start & echo $! > npm; while [ ! -e up ]; do sleep 0.05; done'], {
    cwd: dir,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: dir, npm_config_script_shell: shell, npm_config_update_notifier: 'false' },
  });
  await new Promise((gone) => starter.once('exit', gone));
  writeFileSync(join(dir, 'alone'), '');
  await until('it was ended, or has looked around', () => is('ended') || is('still-here'));
  expect(is('ended')).toBe(false);
  process.kill(Number(readFileSync(join(dir, 'npm'), 'utf8')), 'SIGKILL');
  await until('it has ended with npm', () => is('ended'));
});
