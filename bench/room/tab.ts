import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { browserOptions } from '../../e2e/support/browser.ts';
import { type Product, startProduct } from '../../e2e/support/product.ts';
import { received, since, watchReceivers } from '../../e2e/support/receivers.ts';
import { callApi } from '../../e2e/support/session.ts';
import { until } from '../../e2e/support/until.ts';
import { startPostgres } from '../../server/src/process/embedded/postgres.ts';
import { startEngine, type TestEngine } from '../../server/test/live-engine.ts';
import { textOf } from '../broadcast/listener.ts';
import { seatAll, seedLiveEvent } from '../broadcast/room.ts';
import { startListeners } from '../broadcast/sockets.ts';
import { benchSecret } from '../new-product.ts';
import { median, print } from '../report.ts';
import { seedPeople, tokenFor } from '../sale/people.ts';
import { framesPerSecond, publish, record } from './pictures.ts';
import { peopleInRoom } from './rooms.ts';

/** Goals: of a core, and milliseconds. */
const coreShareMax = 0.4;
const nextPaintMsMax = 200;
/** Frames that were shown, of those that were sent. */
const framesShareMin = 0.9;
const pictures = 3;
const messageEveryMs = 1_000;
const settleMs = 5_000;
const soonMs = 30_000;
const letters = 'A question about the second verse';

export interface TabProfile {
  readonly tabMs: number;
}

type Call = (token: string, path: string, body?: object) => Promise<unknown>;

/** Host, turn and guest on stage send pictures; the last of the viewers has no socket yet. */
async function fillRoom(call: Call, engine: TestEngine, tokens: readonly string[], names: readonly string[]) {
  const [host, turn, guest] = tokens as [string, string, string];
  const enter = async (token: string, path: string): Promise<string> =>
    ((await call(token, path, { platform: 'web' })) as { token: string }).token;
  const roomTokens = [await enter(host, 'start_streaming')];
  for (const token of [turn, guest]) roomTokens.push(await enter(token, 'join_streaming'));
  await call(turn, 'raise_hand', { raised: true });
  await call(host, 'allow_mic', { username: names[1] });
  await call(host, 'set_role', { username: names[2], role: 'guest' });
  await call(host, 'set_stage_guest', { username: names[2], enabled: true });
  const recorded = record();
  return Promise.all(roomTokens.map((token) => publish(engine.engine, token, recorded)));
}

interface Measured {
  /** Milliseconds from a press to the next paint, the longest of each interaction. */
  readonly paintsMs: Record<string, number>;
}

/** Chrome counts a key or a press as an interaction, and reports those that take 16 ms or more. */
async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const measured: Measured = { paintsMs: {} };
    (window as unknown as { measured: Measured }).measured = measured;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        if (!entry.interactionId) continue;
        const { interactionId, duration } = entry;
        measured.paintsMs[interactionId] = Math.max(measured.paintsMs[interactionId] ?? 0, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

async function openTab(browser: Browser, product: Product, eventUuid: string, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await watchReceivers(context);
  await context.addInitScript((access) => localStorage.setItem('frontrow-access-token', access), token);
  const page = await context.newPage();
  await watchPaints(page);
  await page.goto(`${product.url}/streaming/${eventUuid}`);
  await page.getByRole('button', { name: 'Join streaming' }).click();
  await until(
    'three pictures arrive',
    async () => Object.keys((await received(page)).frames).length === pictures,
    soonMs,
  );
  return page;
}

/** Seconds of processor that the browser's processes have used, by kind; one tab is open. */
async function processorSeconds(browser: Browser): Promise<{ readonly tab: number; readonly all: number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sum = (list: typeof processInfo): number => list.reduce((total, { cpuTime }) => total + cpuTime, 0);
  return { tab: sum(processInfo.filter(({ type }) => type === 'renderer')), all: sum(processInfo) };
}

/** What a viewer does: writes, raises and lowers a hand, and looks at each panel. */
async function actAsViewer(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    (window as unknown as { measured: { paintsMs: object } }).measured.paintsMs = {};
  });
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.click();
  await page.keyboard.type(letters, { delay: 60 });
  await page.keyboard.press('Enter');
  const panels = page.getByRole('tab');
  for (let nth = (await panels.count()) - 1; nth >= 0; nth--) await panels.nth(nth).click();
  await page.getByRole('button', { name: /^Raise hand/ }).click();
  await page.getByRole('button', { name: /^Lower hand/ }).waitFor();
  await pause(settleMs);
  return page.evaluate(() =>
    Object.values((window as unknown as { measured: { paintsMs: Record<string, number> } }).measured.paintsMs),
  );
}

async function measure(product: Product, engine: TestEngine, db: pg.Client, tabMs: number): Promise<boolean> {
  const { hostId, buyerIds } = await seedPeople(db, peopleInRoom - 1);
  const eventUuid = await seedLiveEvent(db, hostId, buyerIds, 'interactive');
  const ids = [hostId, ...buyerIds];
  const named = await db.query<{ username: string }>(
    'SELECT username FROM app_user JOIN unnest($1::bigint[]) WITH ORDINALITY AS u (id, n) USING (id) ORDER BY n',
    [ids],
  );
  const tokens = ids.map((id) => tokenFor(benchSecret, id));
  const call: Call = (token, path, body) =>
    callApi(product, 'POST', `/events/streaming/${path}`, { token, body: { event_uuid: eventUuid, ...body } });
  const ends = await fillRoom(
    call,
    engine,
    tokens,
    named.rows.map(({ username }) => username),
  );
  await seatAll(db, eventUuid, buyerIds.slice(2, -1));
  const others = startListeners();
  const browser = await chromium.launch(browserOptions);
  let nth = 0;
  const writing = setInterval(() => {
    nth += 1;
    void call(tokens[3 + (nth % 40)]!, 'messages_new', { message: textOf(nth) }).catch(() => undefined);
  }, messageEveryMs);
  try {
    await others.tell({ do: 'connect', url: product.url, crowds: [{ eventUuid, tokens: tokens.slice(0, -1) }] });
    const page = await openTab(browser, product, eventUuid, tokens.at(-1)!);
    await pause(settleMs);
    const before = { frames: (await received(page)).frames, ...(await processorSeconds(browser)) };
    await pause(tabMs);
    const after = await processorSeconds(browser);
    const shown = since(before.frames, (await received(page)).frames) / (pictures * framesPerSecond * (tabMs / 1000));
    const share = (name: 'tab' | 'all'): number => (after[name] - before[name]) / (tabMs / 1000);
    const paints = await actAsViewer(page);
    const worst = Math.max(...paints);
    const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
    if (process.env['TAB_PICTURE']) await page.screenshot({ path: process.env['TAB_PICTURE'] });
    print(`room: the tab of a viewer, ${peopleInRoom} people, ${pictures} pictures of 720p30, a message a second`, [
      ['frames shown, of those sent', `${percent(shown)} (goal ≥ ${percent(framesShareMin)})`],
      ['processor of the tab', `${percent(share('tab'))} of a core (goal ≤ ${percent(coreShareMax)})`],
      ['of the whole browser, which draws without a graphics card', `${percent(share('all'))} of a core`],
      ['presses and keys that took 16 ms or more', `${paints.length}`],
      ['from a press to the next paint: median, worst', `${median(paints)} ms, ${worst} ms (goal ≤ ${nextPaintMsMax})`],
    ]);
    return shown >= framesShareMin && share('tab') <= coreShareMax && worst <= nextPaintMsMax;
  } finally {
    clearInterval(writing);
    others.child.removeAllListeners('exit');
    others.child.kill('SIGKILL');
    await browser.close();
    for (const end of ends) end();
  }
}

/** A viewer's tab in a full room, in Chromium. True when it shows every picture within the goals. */
export async function measureTab({ tabMs }: TabProfile): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'frontrow-bench-'));
  const log = { info: () => {}, warn: (line: string) => void process.stderr.write(`${line}\n`) };
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), port: 0, log });
  const engine = await startEngine();
  const db = new pg.Client({ connectionString: postgres.url });
  try {
    const product = await startProduct(undefined, undefined, {
      DATABASE_URL: postgres.url,
      FRONTROW_SECRET: benchSecret,
      LIVEKIT_URL: engine.engine.url,
      LIVEKIT_API_KEY: engine.engine.apiKey,
      LIVEKIT_API_SECRET: engine.engine.apiSecret,
    });
    try {
      await db.connect();
      return await measure(product, engine, db, tabMs);
    } finally {
      await db.end();
      await product.stop();
    }
  } finally {
    await engine.stop();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
