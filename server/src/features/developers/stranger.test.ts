import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { testApp } from '../../../test/harness.ts';
import { testCover } from '../../../test/publish-form.ts';
import { startWebhookReceiver, verifyWebhook } from '../../../test/webhook-receiver.ts';

const page = resolve(import.meta.dirname, '../../../../docs/host-api.md');

test('a stranger publishes an event, gives a ticket and gets the signed webhooks with docs/host-api.md and curl alone', async () => {
  const app = await testApp();
  const receiver = await startWebhookReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'frontrow-stranger-'));
  try {
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.http.server.address() as AddressInfo;
    const as = (await newHost(app)).token;
    // What the developer page does.
    const scopes = ['manage_events', 'issue_complimentary_tickets'];
    const { key } = (await app.call('POST /api_keys', { as, body: { name: 'Script', scopes, test: true } })).data;
    const body = { url: receiver.url, events: ['event.published', 'order.paid'] };
    const { secret } = (await app.call('POST /webhook_endpoints', { as, body })).data;

    const commands = Array.from((await readFile(page, 'utf8')).matchAll(/```sh\n(.*?)```/gs), ([, block]) => block);
    await writeFile(join(folder, 'cover.jpg'), Buffer.from((await testCover()).split(',')[1]!, 'base64'));
    const env = { ...process.env, FRONTROW_URL: `http://127.0.0.1:${port}`, FRONTROW_KEY: key };
    const { stdout } = await promisify(execFile)('sh', ['-euc', commands.join('\n')], { cwd: folder, env });
    expect(JSON.parse(stdout)).toMatchObject({ data: { given: 1 } });
    await app.quiesce();

    const { data } = JSON.parse(await readFile(join(folder, 'created.json'), 'utf8')) as {
      data: { event: { event_uuid: string } };
    };
    const about = { event_uuid: data.event.event_uuid };
    expect(receiver.received).toMatchObject([
      { type: 'event.published', data: { ...about, event_title: 'Made with curl' } },
      { type: 'order.paid', data: { ...about, complimentary: true, total: 0 } },
    ]);
    for (const one of receiver.received) verifyWebhook(secret, one, app.clock.now());
  } finally {
    await receiver.close();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
