import process from 'node:process';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Host, Viewer } from './people.ts';
import { upright } from './phone.ts';
import type { Product } from './product.ts';
import { publishEvent } from './publish.ts';
import { watchReceivers } from './receivers.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email, viewerEmail } from './session.ts';
import type { People } from './test.ts';

interface EventList {
  readonly events: readonly {
    readonly event: { readonly event_uuid: string; readonly event_title: string; readonly event_date: number };
  }[];
}

/** What the demo host's free and interactive evenings are called; no journey publishes one of that name. */
const openStage = 'Open stage: bring a story';

/** The newest open stage that is about to start, which stays longest. */
export async function startableEvent(product: Product): Promise<string> {
  const { access_token } = await tokenOf(product, hostEmail);
  const { events } = await callApi<EventList>(product, 'GET', '/events/mine?scope=upcoming', { token: access_token });
  const soon = events.findLast(
    ({ event }) => event.event_title === openStage && event.event_date - Date.now() < 15 * 60_000,
  );
  if (!soon) throw new Error('no event of the demo host is about to start');
  return soon.event.event_uuid;
}

/** By the API: the demo host's event is live; the answer ends it. */
export async function startEvent(product: Product, event_uuid: string): Promise<() => Promise<unknown>> {
  const { access_token: token } = await tokenOf(product, hostEmail);
  const body = { platform: 'web', event_uuid };
  await callApi(product, 'POST', '/events/streaming/start_streaming', { token, body });
  return () => callApi(product, 'POST', '/events/streaming/stop_streaming', { token, body: { event_uuid } });
}

/** By the API: published by the demo's host, live, and whose token it is has a seat and is in. */
export async function liveEvent(
  product: Product,
  title: string,
  token: string,
): Promise<{ uuid: string; end: () => Promise<unknown> }> {
  const uuid = await publishEvent(product, { title, tickets: 3, price: 0, startable: true });
  await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: uuid, type: 'interactive' } });
  const end = await startEvent(product, uuid);
  const body = { platform: 'web', event_uuid: uuid };
  await callApi(product, 'POST', '/events/streaming/join_streaming', { token, body });
  return { uuid, end };
}

/** Where pictures of the room go for a person who wants to look at them; none are taken otherwise. */
const pictures = process.env['PANEL_PICTURES'];

export interface LivePair {
  readonly host: Host;
  readonly viewer: Viewer;
  /** The viewer's. */
  readonly token: string;
  readonly uuid: string;
  readonly end: () => Promise<unknown>;
  /** Takes a picture of both. */
  readonly look: (name: string) => Promise<void>;
}

/** A host at a desk and a viewer with a phone, both logged in, and a live event in which the viewer has a seat. */
export async function deskAndPhone(people: People, product: Product, title: string): Promise<LivePair> {
  const host = await people.newHost();
  const viewer = await people.newViewer({ viewport: upright, isMobile: true, hasTouch: true });
  await logIn(host.context, product, hostEmail);
  await logIn(viewer.context, product, viewer2Email);
  const { access_token: token } = await tokenOf(product, viewer2Email);
  const look = async (name: string): Promise<void> => {
    if (!pictures) return;
    await host.page.screenshot({ path: `${pictures}/${name}-host.png` });
    await viewer.page.screenshot({ path: `${pictures}/${name}-viewer.png` });
  };
  return { host, viewer, token, look, ...(await liveEvent(product, title, token)) };
}

export interface LiveRoom {
  readonly host: BrowserContext;
  readonly viewer: BrowserContext;
  readonly eventUuid: string;
}

/** Two logged-in browsers, the demo host's startable event, and a ticket of the viewer. */
export async function openLiveRoom(browser: Browser, product: Product): Promise<LiveRoom> {
  const host = await browser.newContext({
    permissions: ['camera', 'microphone'],
    viewport: { width: 1280, height: 800 },
  });
  const viewer = await browser.newContext({
    permissions: ['camera', 'microphone'],
    viewport: { width: 1280, height: 800 },
  });
  await Promise.all([watchReceivers(host), watchReceivers(viewer)]);
  await logIn(host, product, hostEmail);
  const { access_token } = await logIn(viewer, product, viewerEmail);
  const eventUuid = await startableEvent(product);
  await callApi(product, 'POST', '/events/purchase', {
    token: access_token,
    body: { event_uuid: eventUuid, type: 'interactive' },
  });
  return { host, viewer, eventUuid };
}

/** The host presses Start streaming and switches camera and microphone on. */
export async function goLive(host: BrowserContext, product: Product, eventUuid: string): Promise<Page> {
  const page = await host.newPage();
  await page.goto(`${product.url}/streaming/${eventUuid}`);
  await page.getByRole('button', { name: 'Start streaming' }).click();
  await switchOn(page);
  return page;
}

/** Camera and microphone are off at connect: people who may publish switch them on. */
export async function switchOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Camera on/ }).click();
  await page.getByRole('button', { name: /^Microphone on/ }).click();
}
