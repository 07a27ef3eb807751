import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { randomBytes } from 'node:crypto';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { dataUrlOf, goodForm } from '../../../test/publish-form.ts';
import { begin, portWhenReady, type Started } from '../../../test/started-process.ts';

const hosts = 20;
const launch = resolve(import.meta.dirname, '../../../../scripts/launch');
const memoryMax = 400 * 1024 * 1024;

let app: TestApp;
let home: string;
let people: TestActor[];
let started: Started;
let url: string;
beforeAll(async () => {
  // As it runs in production: the sources take a hundred megabytes more.
  const { builtServer, ensureServerBuild } = (await import(pathToFileURL(`${launch}/server-build.mjs`).href)) as {
    builtServer: string;
    ensureServerBuild(): Promise<unknown>;
  };
  const { nodeFlags, memory } = (await import(pathToFileURL(`${launch}/server-process.mjs`).href)) as {
    nodeFlags: string[];
    memory: Record<string, string>;
  };
  await ensureServerBuild();
  app = await testApp();
  // The other process has no clock that can be moved.
  await app.clock.advance(Date.now() - app.clock.now());
  people = await Promise.all(Array.from({ length: hosts }, () => newHost(app)));
  home = mkdtempSync(join(tmpdir(), 'frontrow-memory-'));
  started = begin(
    home,
    {
      DATABASE_URL: app.databaseUrl,
      FRONTROW_SECRET: app.kit.config.secret!,
      FRONTROW_ROLES: 'web',
      LIVEKIT_URL: 'ws://127.0.0.1:1',
      LIVEKIT_API_KEY: 'none',
      LIVEKIT_API_SECRET: 'none-of-more-than-thirty-two-characters',
      ...memory,
    },
    [...nodeFlags, builtServer],
  );
  url = `http://127.0.0.1:${await portWhenReady(started)}`;
});
afterAll(async () => {
  started.child.kill('SIGKILL');
  await app.close();
  rmSync(home, { recursive: true, force: true });
});

/** The most memory a process ever had. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** A picture of nearly as many bytes and pixels as are taken: noise, which nothing compresses. */
async function largestCover(): Promise<string> {
  const [width, height] = [2_000, 1_720];
  const bytes = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return dataUrlOf(bytes, 'image/png');
}

test('twenty hosts who upload the largest forms at once keep the process below 400 MB', async () => {
  const cover = await largestCover();
  expect(cover.length).toBeGreaterThan(13_000_000);
  const fields = await goodForm(app, { event_cover_image: cover });
  // What the start took does not count: from here on the kernel measures again.
  writeFileSync(`/proc/${started.child.pid!}/clear_refs`, '5');
  const before = peakOf(started.child.pid!);
  const publish = async ({ token }: TestActor): Promise<number> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value ?? '');
    const answer = await fetch(`${url}/api/events/create`, {
      method: 'POST',
      headers: { [accessTokenHeader]: token },
      body: form,
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = await Promise.all(people.map(publish));
  const peak = peakOf(started.child.pid!);
  process.stdout.write(
    `form memory: ${Math.round(before / 2 ** 20)} MB before, ${Math.round(peak / 2 ** 20)} MB at most\n`,
  );
  expect(statuses).toEqual(Array.from({ length: hosts }, () => 201));
  expect(peak).toBeLessThanOrEqual(memoryMax);
}, 180_000);
