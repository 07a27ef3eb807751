import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testApp } from '../../test/harness.ts';
import { isKnown } from './settings-schema.ts';

const checkout = resolve(import.meta.dirname, '../../..');
const text = (path: string): string => readFileSync(join(checkout, path), 'utf8');

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly restart?: string;
        readonly logging?: { readonly options: Readonly<Record<string, string>> };
        readonly environment?: object;
        readonly volumes?: readonly string[];
        readonly ports?: readonly string[];
        readonly command?: readonly string[];
        readonly healthcheck?: { readonly test: readonly string[] };
      }
    >
  >;
  readonly networks: { readonly default: { readonly ipam: { readonly config: readonly { gateway: string }[] } } };
}
/** `${NAME:?why}`, `${NAME:-default}` and `${NAME}` of the compose file. */
const variables = () =>
  [
    ...text('ops/compose.yaml')
      .replaceAll(/^\s*#.*$/gm, '')
      .matchAll(/\$\{([A-Z0-9_]+)(:\?|:-)?/g),
  ].map(([, name = '', way = '']) => ({ name, way }));
const example = () =>
  new Map(
    [...text('ops/.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

const compose = () => parse(text('ops/compose.yaml'), { merge: true }) as Compose;
/** The templates of the chart, which Helm alone can draw (`npm run test:ops`). */
const chart = () =>
  readdirSync(join(checkout, 'ops/chart/templates')).map((name) => text(join('ops/chart/templates', name)));

test('every setting that the compose file and the chart give an app is one that Frontrow knows', () => {
  const apps = ['app-1', 'app-2', 'encoders'].flatMap((name) =>
    Object.keys(compose().services[name]?.environment ?? {}),
  );
  const { settings } = parse(text('ops/chart/values.yaml')) as { settings: object };
  const pods = chart().flatMap((file) =>
    [...file.matchAll(/- \{ name: ([A-Z0-9_]+), value/g)].map(([, name]) => name!),
  );
  expect(pods).toEqual(['FRONTROW_ROLES']);
  const names = [...apps, ...Object.keys(settings), ...pods];
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});

test('every value that the compose file cannot do without ends its start when it is missing', () => {
  const strict = new Set(variables().flatMap(({ name, way }) => (way === ':?' ? [name] : [])));
  const loose = new Set(variables().flatMap(({ name, way }) => (way === ':-' ? [name] : [])));
  expect(strict.size).toBeGreaterThan(7);
  expect(variables().filter(({ name }) => !strict.has(name) && !loose.has(name))).toEqual([]);
});

test('the example of settings has all that the compose file reads, and secrets that are generated', () => {
  const names = new Set(variables().map(({ name }) => name));
  expect([...names].filter((name) => !example().has(name))).toEqual([]);
  expect([...example().keys()].filter((name) => !names.has(name))).toEqual([]);
  const secrets = [...example()].filter(([name]) => /^FRONTROW_SECRET$|PASSWORD$|API_SECRET$|ACCESS_KEY$/.test(name));
  expect(secrets.map(([, value]) => value)).toEqual(secrets.map(() => 'generated'));
});

test('ops:init writes settings once, for the owner alone, and never over others', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'frontrow-init-'));
  const file = join(dir, '.env');
  const init = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(checkout, 'scripts/ops-init.mjs'), '--into', file, ...words]);
  await expect(init('--domain', 'not a domain')).rejects.toThrow(/Say the domain/);
  await expect(init('--domain', 'events.example.com', '--ip', '203.0.113')).rejects.toThrow(/is not an IP address/);
  await init('--domain', 'events.example.com', '--ip', '203.0.113.5');
  const written = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(written).toMatch(/^DOMAIN=events\.example\.com$/m);
  const secrets = [...written.matchAll(/=(s[0-9a-f]{64})$/gm)].map(([, secret]) => secret);
  expect(secrets.length).toBeGreaterThan(4);
  expect(new Set(secrets).size).toBe(secrets.length);
  expect(written).not.toContain('generated\n');
  await expect(init('--domain', 'other.example.com', '--ip', '203.0.113.5')).rejects.toThrow(/exists already/);
  expect(readFileSync(file, 'utf8')).toBe(written);
  rmSync(dir, { recursive: true });
});

test('PostgreSQL is called healthy by its address, at which it does not answer while it is set up', () => {
  const { test: asked = [] } = compose().services['postgres']!.healthcheck ?? {};
  expect(asked.slice(asked.indexOf('-h'), asked.indexOf('-h') + 2)).toEqual(['-h', '127.0.0.1']);
});

test('no log of a service grows without a limit', () => {
  const running = Object.entries(compose().services).filter(([, { restart }]) => restart !== undefined);
  expect(running.length).toBeGreaterThan(10);
  expect(running.filter(([, { logging }]) => logging?.options['max-size'] === undefined).map(([name]) => name)).toEqual(
    [],
  );
});

test('the unit of systemd gives up no process, and gives none a privilege', () => {
  const unit = text('ops/frontrow@.service');
  const all = [
    'Restart=always',
    'StartLimitIntervalSec=0',
    'LimitNOFILE=65536',
    'CapabilityBoundingSet=',
    'NoNewPrivileges=yes',
  ];
  expect(all.filter((line) => !unit.split('\n').includes(line))).toEqual([]);
  // Node compiles while it runs.
  expect(unit).not.toContain('MemoryDenyWriteExecute=yes');
});

test('every pod of the chart is made by one template, confined and without the addresses of services', () => {
  const all = chart().join('\n');
  expect(all.match(/^\s*containers:/gm)).toHaveLength(1);
  const confined = ['enableServiceLinks: false', 'runAsNonRoot: true', 'readOnlyRootFilesystem: true'];
  expect([...confined, 'type: RuntimeDefault', 'drop: [ALL]'].filter((words) => !all.includes(words))).toEqual([]);
});

test('image and unit run the server with the memory settings of npm start', async () => {
  const launch = pathToFileURL(join(checkout, 'scripts/launch/server-process.mjs')).href;
  const { nodeFlags, memory } = (await import(launch)) as { nodeFlags: string[]; memory: Record<string, string> };
  const settings = Object.entries(memory).map(([name, value]) => `${name}=${value}`);
  expect(settings.length * nodeFlags.length).toBeGreaterThan(0);
  for (const path of ['ops/Dockerfile', 'ops/frontrow@.service'])
    expect([path, [...settings, ...nodeFlags].filter((one) => !text(path).includes(one))]).toEqual([path, []]);
});

test('each engine node tells the apps what happens, with a key that it has', () => {
  for (const node of ['livekit-1', 'livekit-2']) {
    const { environment, volumes = [] } = compose().services[node] ?? {};
    const { webhook } = parse(text(join('ops', volumes[0]!.split(':')[0]!))) as {
      webhook: { api_key: string; urls: string[] };
    };
    expect((environment as { LIVEKIT_KEYS: string }).LIVEKIT_KEYS.split(':')[0]).toBe(webhook.api_key);
    expect(webhook.urls[0]).toMatch(/\/api\/webhooks\/livekit$/);
  }
});

test('the HTTP port of the engine is reached by the apps alone, and the public site names one path of it', () => {
  const { services, networks } = compose();
  const inner = ['127.0.0.1', networks.default.ipam.config[0]!.gateway];
  for (const node of ['livekit-1', 'livekit-2']) {
    const binds = services[node]!.command!.filter((word) => word.startsWith('--bind='));
    expect(binds.map((word) => word.slice('--bind='.length))).toEqual(inner);
  }
  const published = services['caddy']!.ports!.filter((port) => !port.startsWith('127.0.0.1:'));
  expect(published).toEqual(['80:80', '443:443', '443:443/udp']);
  const outside = text('ops/Caddyfile').split("# LiveKit's webhooks")[0]!;
  expect(
    outside
      .split('\n')
      .filter((line) => /engines\.|livekit/.test(line))
      .join()
      .trim(),
  ).toBe('@signaling path /livekit/rtc /livekit/rtc/v1 /livekit/rtc/validate /livekit/rtc/v1/validate');
});

test('every file that the compose file brings into a container is there', () => {
  const files = Object.values(compose().services)
    .flatMap(({ volumes = [] }) => volumes)
    .filter((volume) => volume.startsWith('./'))
    .map((volume) => join('ops', volume.split(':')[0]!));
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
});

/** Names of metrics in a PromQL expression, without functions, labels, durations and words of the language. */
const metricsIn = (expr: string): string[] =>
  expr
    .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .matchAll(/\b[a-z_:][\w:]*\b(?!\s*\()/gi)
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless|bool|offset|inf|nan)$/i.test(name))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    .toArray();

const exported = async (): Promise<ReadonlySet<string>> => {
  const app = await testApp();
  const { body } = await app.http.inject('/metrics');
  await app.close();
  return new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
};
/** All that the panels draw. */
const drawnMetrics = (): ReadonlySet<string> =>
  new Set(
    metricsIn(
      [...text('ops/grafana-dashboard.json').matchAll(/"expr": "(.*)"/g)]
        .map(([, expr]) => expr!.replaceAll('\\"', '"'))
        .join(' + '),
    ),
  );

test('every number that alarms and dashboard name is in /metrics, and every runbook is there', async () => {
  const there = await exported();
  const rules = parse(text('ops/prometheus-rules.yaml')) as {
    groups: { rules: { expr: string; annotations: { runbook: string } }[] }[];
  };
  const panels = JSON.parse(text('ops/grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const all = rules.groups.flatMap((group) => group.rules);
  const asked = [
    ...all.map(({ expr }) => expr),
    ...panels.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = asked.flatMap(metricsIn).filter((name) => name !== 'up');
  expect(new Set(named).size).toBeGreaterThan(15);
  expect(named).toEqual(expect.arrayContaining(['fact_deliveries_given_up', 'mail_oldest_waiting_seconds']));
  expect(named.filter((name) => !there.has(name))).toEqual([]);
  expect(all.map(({ annotations }) => annotations.runbook).filter((path) => !existsSync(join(checkout, path)))).toEqual(
    [],
  );
});

test('Prometheus asks each app of the compose file under the job that the alarms name, and reads the alarms', () => {
  const { rule_files, scrape_configs } = parse(text('ops/prometheus.yaml')) as {
    rule_files: string[];
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  const jobs = new Set([...text('ops/prometheus-rules.yaml').matchAll(/job="(\w+)"/g)].map(([, job]) => job));
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual([...jobs]);
  const apps = Object.keys(compose().services).filter((name) => name.startsWith('app-'));
  expect(scrape_configs[0]!.static_configs[0]!.targets).toEqual(apps.map((name) => `${name}:3000`));
  const seen = compose().services['prometheus']!.volumes!.map((volume) => volume.split(':').slice(0, 2).join(' '));
  expect(rule_files).toEqual(['prometheus-rules.yaml']);
  expect(seen).toContain('./prometheus-rules.yaml /etc/prometheus/prometheus-rules.yaml');
});

test('every number of ours in /metrics is drawn by a panel', async () => {
  const drawn = drawnMetrics();
  // Of Node's own numbers the panels draw the few that say how a process is.
  const ours = [...(await exported())].filter((name) => !/^(nodejs|process)_/.test(name));
  expect(ours.length).toBeGreaterThan(30);
  expect(ours.filter((name) => !drawn.has(name))).toEqual([]);
});

test('every alarm has a severity, a test, a panel and a line in the runbooks', () => {
  const { groups } = parse(text('ops/prometheus-rules.yaml')) as {
    groups: { rules: { alert: string; expr: string; labels?: { severity?: string } }[] }[];
  };
  const { tests } = parse(text('ops/prometheus-rules.test.yaml')) as { tests: { name: string }[] };
  const tested = new Set(tests.map(({ name }) => name));
  const drawn = drawnMetrics();
  const runbook = text('docs/runbooks/watching.md');
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(30);
  for (const { alert, expr, labels } of rules) {
    expect(labels?.severity, `of ${alert}`).toMatch(/^(page|ticket)$/);
    expect(tested, `of ${alert}`).toContain(`${alert} rings`);
    expect(runbook).toContain(`\`${alert}\``);
    expect({ alert, undrawn: metricsIn(expr).filter((name) => !drawn.has(name)) }).toEqual({ alert, undrawn: [] });
  }
});

test('the page that an alarm names is the one its line in the table of alarms leads to', () => {
  const { groups } = parse(text('ops/prometheus-rules.yaml')) as {
    groups: { rules: { alert: string; annotations: { runbook: string } }[] }[];
  };
  const lines = text('docs/runbooks/watching.md').split('\n');
  const pages = groups
    .flatMap((group) => group.rules)
    .map(({ alert, annotations: { runbook } }) => {
      const line = lines.find((one) => one.includes(`\`${alert}\``)) ?? '';
      // Where the line says all there is to do, the page is the table itself.
      const ways = [...line.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, page]) => `docs/runbooks/${page}`);
      return {
        alert,
        runbook,
        leadsThere: ways.length === 0 ? runbook.endsWith('watching.md') : ways.includes(runbook),
      };
    });
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter(({ leadsThere }) => !leadsThere)).toEqual([]);
});

test('each section of Administration that a runbook or an alarm names is one the screen shows', () => {
  const block = /^ {2}sections: \{\n(.*?)\n {2}\},$/ms.exec(text('web/src/shared/i18n/en/backoffice.ts'))?.[1] ?? '';
  const shown = [...block.matchAll(/^ +\w+: '([^']+)',$/gm)].map(([, name = '']) => name);
  expect(shown).toContain('Overview');
  const runbooks = readdirSync(join(checkout, 'docs/runbooks')).map((page) => join('docs/runbooks', page));
  const named = [...runbooks, 'ops/prometheus-rules.yaml'].flatMap((page) =>
    [...text(page).matchAll(/Administration,\s+([^\n]+)/g)].map(([, rest = '']) => ({
      page,
      rest,
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ rest }) => !shown.some((name) => new RegExp(`^${name}\\b`).test(rest)))).toEqual([]);
});
