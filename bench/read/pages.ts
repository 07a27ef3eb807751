import type pg from 'pg';
import { median, print } from '../report.ts';
import type { Goals } from './ask.ts';
import { blast, gather, get, lengthOf, poll } from './load.ts';
import { type RunningServer, startServer } from './product.ts';

const rounds = 15;
const load = { connections: 32, seconds: 0.5 };
const pollers = { people: 10_000, everyMs: 3_000, seconds: 4 };
const pollRounds = 3;
const wholeRatioMin = 0.5;
const unchangedRatioMin = 0.6;
const pollCoreMax = 0.12;
/** What medians of the same server differ by where others use the machine too. */
const noise = 0.05;

interface Run {
  readonly perSecond: number;
  /** Microseconds of processor an answer. */
  readonly cpu: number;
}

/** An event's page against the same bytes from bare `node:http`, and ten thousand people who poll it. */
export async function servePages(db: pg.Client, ours: RunningServer, goals: Goals): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM event WHERE state = 0 AND starts_at > app_now() + interval '1 hour' ORDER BY starts_at LIMIT 1",
  );
  const path = `/api/events/${rows[0]!.id}`;
  const answer = await fetch(`http://127.0.0.1:${ours.port}${path}`);
  const body = await answer.text();
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)),
  );
  const bare = await startServer('bare-server.ts', {}, { body, headers });
  try {
    const etag = headers['etag']!;
    const requests = { whole: get(path), unchanged: get(path, { 'if-none-match': etag }) };
    const same = await (await fetch(`http://127.0.0.1:${bare.port}${path}`)).text();
    const told = await fetch(`http://127.0.0.1:${ours.port}${path}`, { headers: { 'if-none-match': etag } });
    if (same !== body || told.status !== 304) throw new Error('the two do not answer the same');
    const idle = await idleShare(ours);
    const both = { ours: { server: ours, idle }, bare: { server: bare, idle: 0 } };
    await compare('whole', `${body.length} bytes`, requests.whole, both, wholeRatioMin, goals);
    await compare('unchanged', '304', requests.unchanged, both, unchangedRatioMin, goals);

    const polled = { bare: [] as Polled[], ours: [] as Polled[] };
    for (let round = 0; round < pollRounds; round++)
      for (const which of ['bare', 'ours'] as const)
        polled[which].push(await pollingOf(both[which], requests.unchanged));
    const cpu = (which: keyof typeof polled): number => median(polled[which].map((each) => each.cpu));
    const core = (which: keyof typeof polled): number => (cpu(which) * pollers.people * 1000) / pollers.everyMs / 1e6;
    const share = (which: keyof typeof polled): string =>
      `${(100 * core(which)).toFixed(1)} % of a core, ${cpu(which).toFixed(1)} µs each`;
    const sum = (key: 'sent' | 'seconds'): number => polled.ours.reduce((all, each) => all + each[key], 0);
    print(`${pollers.people} people polling every ${pollers.everyMs / 1000} s, each over a connection of their own`, [
      ['asked and told', `${sum('sent')} in ${sum('seconds').toFixed(1)} s, median of ${pollRounds} rounds in turn`],
      ['bare node:http', share('bare')],
      ['ours', goals.of(core('ours') <= pollCoreMax, `${share('ours')} (goal ≤ ${100 * pollCoreMax} %)`)],
      ['doing nothing', `${(100 * idle).toFixed(1)} % of a core, not counted`],
    ]);
  } finally {
    bare.stop();
  }
}

interface Measured {
  readonly server: RunningServer;
  /** Share of a core it uses while nobody asks. */
  readonly idle: number;
}

async function compare(
  name: string,
  what: string,
  request: Buffer,
  { ours, bare }: { ours: Measured; bare: Measured },
  min: number,
  goals: Goals,
): Promise<void> {
  const runs = { ours: [] as Run[], bare: [] as Run[] };
  for (const { server } of [bare, ours]) await blast(server.port, request, { ...load, seconds: 1 });
  for (let round = 0; round < rounds; round++)
    for (const which of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
      runs[which].push(await measured({ ours, bare }[which], request));
  const of = (which: keyof typeof runs, key: keyof Run): number => median(runs[which].map((run) => run[key]));
  const rates = runs.ours.map((run, n) => run.perSecond / runs.bare[n]!.perSecond);
  const cpu = of('bare', 'cpu') / of('ours', 'cpu');
  const line = (which: keyof typeof runs): string =>
    `${of(which, 'perSecond').toFixed(0)}/s  ${of(which, 'cpu').toFixed(1)} µs of processor each`;
  print(`An event's page, ${name} (${what}), ${load.connections} connections, median of ${rounds} rounds in turn`, [
    ['bare node:http', line('bare')],
    ['ours', line('ours')],
    ['rate, ours / bare', median(rates).toFixed(2)],
    ['processor, bare / ours', goals.of(cpu >= min - noise, `${cpu.toFixed(2)} (goal ≥ ${min}, noise ${noise})`)],
  ]);
}

async function measured({ server, idle }: Measured, request: Buffer): Promise<Run> {
  const before = await server.spent();
  const began = performance.now();
  const { perSecond, answers } = await blast(server.port, request, load);
  const idleMs = idle * (performance.now() - began);
  return { perSecond, cpu: ((await server.spent()).cpu - before.cpu - idleMs * 1000) / answers };
}

interface Polled extends Pick<Run, 'cpu'> {
  readonly sent: number;
  readonly seconds: number;
}

async function pollingOf({ server, idle }: Measured, request: Buffer): Promise<Polled> {
  const sockets = await gather(server.port, pollers.people);
  const length = await lengthOf(server.port, request);
  // People poll for as long as they look: the first request of a connection costs more, and is not what is asked here.
  await poll(sockets, { request, length, everyMs: pollers.everyMs, seconds: pollers.everyMs / 1000 });
  const before = await server.spent();
  const began = performance.now();
  const { sent, answers } = await poll(sockets, { request, length, ...pollers });
  const ms = performance.now() - began;
  const cpu = ((await server.spent()).cpu - before.cpu - idle * ms * 1000) / sent;
  for (const socket of sockets) socket.destroy();
  if (sent !== answers) throw new Error(`${sent} asked, ${answers} were told`);
  return { sent, seconds: ms / 1000, cpu };
}

/** What the server uses while nobody asks: jobs and their queries. */
async function idleShare(server: RunningServer): Promise<number> {
  const before = await server.spent();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  return ((await server.spent()).cpu - before.cpu) / 5e6;
}
