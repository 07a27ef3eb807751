import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { brokenRules } from '../../server/src/db/check-books.ts';
import { type Db, openDb } from '../../server/src/db/db.ts';
import { silentLog } from '../../server/src/ports/log.ts';
import { newEvent } from '../../server/test/events.ts';
import type { TestActor } from '../../server/test/actors.ts';
import type { TestApp } from '../../server/test/harness.ts';
import { aRoom, type Crowd, startCrowd } from './crowd.ts';
import type { Line } from '../../server/test/network-proxy.ts';
import type { Part } from './part.ts';
import type { Cluster, Faults } from './start-cluster.ts';

/** What is done to a part. */
interface Blow {
  readonly what: string;
  strike(): Promise<void>;
  /** Afterwards all is as it was. */
  heal?(): void;
}

const calmMs = 4_000;
const sufferMs = 20_000;
const redisAwayMs = 3_000;
const cutOffMs = 5_000;
const diskFullMs = 10_000;
const farMs = 200;
const clockJumpMs = 10 * 60_000;
const settleWithinMs = 60_000;
const seats = 1000;

/**
 * Kills each part in turn, cuts it off or makes it slow, while people take seats and talk in a live room. Prints for
 * how long nothing of a kind succeeded: calls, chat, coming to the room's engine; then looks for everything that was
 * acknowledged, and asks every rule. Answers whether nothing was lost and no rule is broken. `chosen`: words of the
 * blows that are wanted; none: all of them.
 */
export async function chaos(
  cluster: Cluster,
  chosen: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const db = openDb({ url: cluster.postgres.url, log: silentLog });
  const room = await aRoom(cluster);
  const host = await db.one<{ id: number }>('SELECT host_id AS id FROM event WHERE id = $1', [room.id]);
  const besetting = (what: string, faults: Faults): Blow => ({
    what,
    strike: async () => cluster.beset(cluster.apps[0]!, faults),
    heal: () => cluster.beset(cluster.apps[0]!, {}),
  });
  const blows: Blow[] = [
    { what: 'nothing', strike: async () => undefined },
    { what: 'an app', strike: () => killPart(cluster.apps[0]!) },
    { what: 'the app with RTMP', strike: () => killPart(cluster.apps[1]!) },
    { what: 'PostgreSQL', strike: async () => kill(await postmaster(db)) },
    {
      what: 'Redis, for 3 s',
      async strike() {
        await cluster.redis.kill();
        await pause(redisAwayMs);
        await cluster.redis.start();
      },
    },
    { what: 'an engine node', strike: () => killPart(cluster.engines.parts[0]!) },
    { what: 'the other engine node', strike: () => killPart(cluster.engines.parts[1]!) },
    { what: 'S3', strike: () => killPart(cluster.storage) },
    { what: 'the proxy', strike: () => killPart(cluster.proxy) },
    { what: 'PostgreSQL, cut off for 5 s', strike: () => cutOff(cluster.lines.database) },
    { what: 'Redis, cut off for 5 s', strike: () => cutOff(cluster.lines.redis) },
    {
      what: 'PostgreSQL, 200 ms away',
      strike: async () => cluster.lines.database.forEach((line) => line.delay(farMs)),
      heal: () => cluster.lines.database.forEach((line) => line.delay(0)),
    },
    { what: 'an app, standing still for 5 s', strike: () => standStill(cluster.apps[0]!) },
    besetting('the clock of an app, 10 minutes ahead', { clockMs: clockJumpMs }),
    besetting('the clock of an app, 10 minutes behind', { clockMs: -clockJumpMs }),
    besetting('the names of hosts, gone from an app', { namesAreGone: true }),
    { what: 'an engine node, standing still for 5 s', strike: () => standStill(cluster.engines.parts[0]!) },
    ...(cluster.disk ? [{ what: 'the disk of PostgreSQL, full for 10 s', strike: () => fill(cluster.disk!) }] : []),
  ].filter(({ what }) => chosen.length === 0 || chosen.some((word) => what.includes(word)));
  if (!cluster.disk) say('Without root there is no small disk to fill: the full disk is not tried.');
  say(
    '| killed (-9), or as it says | no call succeeded for | no message for | nobody came to the room for | were told no | lost |',
  );
  say('|---|---|---|---|---|---|');
  let good = true;
  for (const { what, strike, heal } of blows) {
    // Written straight into the tables: past publishing, which is not what is tried here.
    const sale = await newEvent({ db } as TestApp, { id: host?.id } as TestActor, {
      kind: 'broadcast',
      capacity: seats,
    });
    const crowd = startCrowd(cluster, room, sale.id);
    await pause(calmMs);
    await strike();
    await pause(sufferMs);
    heal?.();
    const { calls, chat, picture } = await crowd.stop();
    const lost = await lostOf(db, crowd);
    const broken = await settled(db);
    const row = [what, inSeconds(calls), inSeconds(chat), inSeconds(picture), crowd.failed(), lost];
    say(`| ${row.join(' | ')} |`);
    for (const rule of broken) say(`  broken: ${rule}`);
    good &&= lost === 0 && broken.length === 0;
  }
  await room.end().catch(() => undefined);
  await db.close();
  say(good ? '\nNothing that was acknowledged is lost, and every rule holds.' : '\nSomething is lost or broken.');
  return good;
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const kill = (pid: number): void => void process.kill(pid, 'SIGKILL');
/** Waits where it is just being started again. */
async function killPart(part: Part): Promise<void> {
  while (part.hasEnded()) await pause(100);
  kill(part.pid());
}

/** A partition: packets are dropped silently for a while. */
async function cutOff(lines: readonly Line[]): Promise<void> {
  for (const line of lines) line.cut();
  await pause(cutOffMs);
  for (const line of lines) line.mend();
}

/** A process that gets no processor for a while, as on a machine that is moved; its connections stay open. */
async function standStill(part: Part): Promise<void> {
  process.kill(part.pid(), 'SIGSTOP');
  await pause(cutOffMs);
  process.kill(part.pid(), 'SIGCONT');
}

/** Leaves no byte of a disk for a while. */
async function fill(disk: string): Promise<void> {
  const file = join(disk, 'full');
  const { bavail, bsize } = await statfs(disk);
  // Other writers may take some of the space first.
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  });
  await pause(diskFullMs);
  await rm(file);
}

async function postmaster(db: Db): Promise<number> {
  const row = await db.one<{ pid: number }>(`SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int AS pid`);
  return row?.pid ?? 0;
}

/** How many orders and messages were acknowledged and are not there. */
async function lostOf(db: Db, { orders, messages }: Crowd): Promise<number> {
  const row = await db.one<{ there: number }>(
    `SELECT (SELECT count(*) FROM orders WHERE id = ANY ($1) AND status = 'paid')::int
       + (SELECT count(*) FROM chat_message WHERE client_id = ANY ($2))::int AS there`,
    [orders, messages],
  );
  return orders.length + messages.length - (row?.there ?? 0);
}

/** The rules that are broken still when everything had time to settle. */
async function settled(db: Db): Promise<string[]> {
  const until = performance.now() + settleWithinMs;
  for (;;) {
    const broken = await brokenRules(db).catch((error: unknown) => [String(error)]);
    if (broken.length === 0 || performance.now() > until) return broken;
    await pause(1_000);
  }
}
