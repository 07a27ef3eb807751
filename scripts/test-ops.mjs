import './launch/node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './launch/checkout.mjs';
import { chartSteps } from './ops/chart.mjs';
import { proxySteps } from './ops/proxy.mjs';
import { stackSteps } from './ops/stack.mjs';
import { check, dir, finish, ops, run, step } from './ops/steps.mjs';

/**
 * `npm run test:ops` runs the files of `ops/` with the programs that this machine has: alarms with promtool, the proxy
 * with Caddy, the unit with systemd-analyze, the health check of the image with bash, backup and restore with
 * PostgreSQL, the chart with Helm and an API server, and the whole stack with a container engine. What cannot be run is
 * named. Outside `npm test`, because it needs programs that few machines have.
 */
await step('alarms are valid', 'promtool', () => void run('promtool', 'check', 'rules', 'prometheus-rules.yaml'));
await step(
  'Prometheus takes its settings',
  'promtool',
  // Its token is in the container alone.
  () => void run('promtool', 'check', 'config', '--syntax-only', 'prometheus.yaml'),
);
await step(
  'alarms ring for what they are for',
  'promtool',
  () => void run('promtool', 'test', 'rules', 'prometheus-rules.test.yaml'),
);
await step('the unit of systemd is exposed by 2.0 at most', 'systemd-analyze', () => {
  const unit = join(dir, 'frontrow@web.service');
  writeFileSync(unit, readFileSync(join(ops, 'frontrow@.service')));
  const output = run('systemd-analyze', 'security', '--offline=true', unit);
  check(Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1]) <= 2, output.slice(-200));
});
await proxySteps();
await chartSteps();
await step(
  'backups are made and restored to a moment',
  'psql',
  () =>
    void run(
      process.execPath,
      join(checkout, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      checkout,
      '--project',
      'server',
      join(checkout, 'server/test/stories/restore.long.test.ts'),
    ),
);
await stackSteps();
await finish();
