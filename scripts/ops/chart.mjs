import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd, check, dir, freePort, ops, run, step, until } from './steps.mjs';

/** The chart: drawn by Helm, held against the schemas of Kubernetes, and offered to a real API server. */
const drawn = join(dir, 'chart.yaml');
const version = process.env['KUBERNETES_VERSION'] ?? '1.34.0';
/** With everything that can be turned on. */
const all = ['--set', 'podMonitor.enabled=true', '--set', 'secret.values.FRONTROW_SECRET=example'];
const draw = (/** @type {string[]} */ ...args) =>
  run('helm', 'template', 'frontrow', join(ops, 'chart'), '-n', 'live', '--kube-version', version, ...args);

export async function chartSteps() {
  await step('the chart has no fault that Helm sees, and is drawn with everything off, too', 'helm', () => {
    run('helm', 'lint', '--strict', join(ops, 'chart'));
    writeFileSync(drawn, draw(...all));
    const less = draw(
      ...['web.autoscaling', 'rtmp', 'ingress', 'networkPolicy'].flatMap((name) => ['--set', `${name}.enabled=false`]),
    );
    check(!/kind: (Ingress|NetworkPolicy|HorizontalPodAutoscaler|PodMonitor|Secret)$/m.test(less), less);
    check(/^ {2}replicas: 3$/m.test(less), 'Without scaling the pages have no number of pods.');
  });
  // KUBECONFORM_SCHEMAS is a folder of them where the network has none.
  await step('the chart has no field that Kubernetes does not know (kubeconform)', 'helm kubeconform', () => {
    const from = process.env['KUBECONFORM_SCHEMAS'];
    const places = from === undefined ? [] : ['-schema-location', `${from}/{{.ResourceKind}}{{.KindSuffix}}.json`];
    return run('kubeconform', '-strict', '-summary', '-skip', 'PodMonitor', ...places, drawn)
      .trim()
      .replace(/.* - /, '');
  });
  await step('the same by the schemas of kubernetes-validate', 'helm kubernetes-validate', () => {
    const minor = version.split('.').slice(0, 2).join('.');
    run('kubernetes-validate', '--strict', '-k', minor, drawn);
  });
  await step('a real API server takes the chart, in a namespace of the level "restricted"', programs, withServer);
}
const programs = 'helm kube-apiserver etcd kubectl';

/** @param {string} program @param {string[]} args */
function start(program, ...args) {
  const child = spawn(program, args, { stdio: 'ignore', cwd: dir });
  atEnd(() => child.kill('SIGKILL'));
}

async function withServer() {
  const [etcd, peers, port] = [await freePort(), await freePort(), await freePort()];
  const home = join(dir, 'kubernetes');
  mkdirSync(home);
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = join(home, 'accounts.key');
  writeFileSync(key, privateKey);
  writeFileSync(join(home, 'tokens.csv'), 'example,operator,1,system:masters\n');
  const at = `http://127.0.0.1:${etcd}`;
  const peer = `http://127.0.0.1:${peers}`;
  start(
    'etcd',
    `--data-dir=${home}/etcd`,
    `--listen-client-urls=${at}`,
    `--advertise-client-urls=${at}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  );
  start(
    'kube-apiserver',
    `--etcd-servers=${at}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--cert-dir=${home}`,
    `--token-auth-file=${home}/tokens.csv`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://127.0.0.1',
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    '--disable-admission-plugins=ServiceAccount',
  );
  const base = [`--server=https://127.0.0.1:${port}`, '--insecure-skip-tls-verify', '--token=example'];
  const kubectl = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync('kubectl', [...base, ...args], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home, KUBECONFIG: '' },
    });
    check(status === 0, `kubectl ${args.join(' ')}: ${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  };
  await until('the API server', () => kubectl('get', '--raw=/readyz') !== '', 180_000);
  kubectl('create', 'namespace', 'live');
  const level = ['enforce', 'warn'].map((how) => `pod-security.kubernetes.io/${how}=restricted`);
  kubectl('label', 'namespace', 'live', ...level);
  // The operator of Prometheus is not here: its own kind is checked by nobody but it.
  const plain = join(dir, 'plain.yaml');
  writeFileSync(plain, draw('--set', 'secret.values.FRONTROW_SECRET=example'));
  const output = kubectl('apply', '--dry-run=server', '--validate=strict', '-f', plain);
  check(!/warning/i.test(output), output);
  // And that this level is real: a pod that may become root is refused.
  const loose = join(dir, 'loose.yaml');
  const text = execFileSync('sed', ['s/runAsNonRoot: true/runAsNonRoot: false/', plain], { encoding: 'utf8' });
  writeFileSync(loose, text);
  check(/would violate PodSecurity/.test(kubectl('apply', '--dry-run=server', '-f', loose)), 'Anything is accepted.');
  return `${output.trim().split('\n').length} objects`;
}
