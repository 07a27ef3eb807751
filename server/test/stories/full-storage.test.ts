import { afterAll, beforeAll, expect, test } from 'vitest';
import { StorageError } from '../../src/ports/storage.ts';
import { newHost, type TestActor } from '../actors.ts';
import { testApp, type TestApp } from '../harness.ts';
import { expectInvariants } from '../invariants.ts';
import { goodForm, publish, testCover } from '../publish-form.ts';

let app: TestApp;
let host: TestActor;
let failure: Error | undefined;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
  const put = app.kit.storage.put.bind(app.kit.storage);
  Object.assign(app.kit.storage, {
    async put(...file: Parameters<typeof put>) {
      if (failure) throw failure;
      return put(...file);
    },
  });
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const noRoom = { status: 503, code: 'storage_full' };
const failures: readonly (readonly [string, Error])[] = [
  ['a bucket over its quota', new StorageError('full', 'QuotaExceeded', undefined)],
  ['a disk without room', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
];

test.each(failures)('pictures are refused in words by %s, and accepted once there is room', async (_what, error) => {
  const avatar = async () =>
    app.call('POST /user/avatar', { as: host.token, body: { avatar: await testCover(400, 400) } });
  const published = async () => publish(app, host, await goodForm(app));
  const events = async () => (await app.db.query('SELECT 1 FROM event')).length;
  const before = await events();
  failure = error;
  for (const send of [avatar, published]) {
    const { status, errors } = await send();
    expect({ status, code: errors[0]?.code }).toEqual(noRoom);
  }
  expect(await events()).toBe(before);
  failure = undefined;
  for (const send of [avatar, published]) expect((await send()).errors).toEqual([]);
});
