import type { Browser } from '@playwright/test';
import { Host, Viewer } from './people.ts';
import type { Product } from './product.ts';
import { publishEvent } from './publish.ts';
import { watchReceivers } from './receivers.ts';
import { callApi, hostEmail, logIn } from './session.ts';

/** A broadcast that is due, its host and two viewers with tickets, each in a browser. */
export async function broadcastAudience(browser: Browser, product: Product, title: string) {
  const person = async (email: string) => {
    const context = await browser.newContext({ permissions: ['camera', 'microphone'], reducedMotion: 'reduce' });
    await watchReceivers(context);
    const { access_token: token } = await logIn(context, product, email);
    return { context, token, page: await context.newPage() };
  };
  const [hosts, firsts, seconds] = [
    await person(hostEmail),
    await person('viewer@frontrow.test'),
    await person('viewer2@frontrow.test'),
  ];
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
