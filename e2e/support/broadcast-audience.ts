import { type Browser, expect } from '@playwright/test';
import { Encoder, ingestOf } from './encoder.ts';
import { Host, Viewer } from './people.ts';
import type { Product } from './product.ts';
import { publishEvent } from './publish.ts';
import { watchReceivers } from './receivers.ts';
import { callApi, hostEmail, logIn, viewer2Email, viewerEmail } from './session.ts';

/** A broadcast that is due, its host and two viewers with tickets, each in a browser. */
export async function broadcastAudience(browser: Browser, product: Product, title: string) {
  const person = async (email: string) => {
    const context = await browser.newContext({ permissions: ['camera', 'microphone'], reducedMotion: 'reduce' });
    await watchReceivers(context);
    const { access_token: token } = await logIn(context, product, email);
    return { context, token, page: await context.newPage() };
  };
  const [hosts, firsts, seconds] = [await person(hostEmail), await person(viewerEmail), await person(viewer2Email)];
  const uuid = await publishEvent(product, { title, tickets: 50, price: 0, startable: true, broadcast: true });
  for (const { token } of [firsts, seconds])
    await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: uuid, type: 'streaming' } });
  return {
    uuid,
    host: new Host(hosts.context, product, hosts.page),
    first: new Viewer(firsts.context, product, firsts.page),
    second: new Viewer(seconds.context, product, seconds.page),
    hostToken: hosts.token,
    firstToken: firsts.token,
  };
}

/** A broadcast that is live by an encoder over RTMP, and whose first viewer is inside: their place is by WebRTC. */
export async function liveAudience(browser: Browser, product: Product, title: string) {
  const audience = await broadcastAudience(browser, product, title);
  const { uuid, host, first, hostToken } = audience;
  await host.opensBroadcast(uuid);
  const encoder = await Encoder.comesBack('RTMP', await ingestOf(product, hostToken, uuid));
  await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
  await host.goesLive();
  await first.opensBroadcast(uuid);
  await first.joins();
  return { ...audience, encoder };
}
