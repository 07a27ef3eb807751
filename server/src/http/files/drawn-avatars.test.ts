import fastify from 'fastify';
import { expect, test } from 'vitest';
import { drawnAvatars } from './media-files.ts';

const app = fastify();
await app.register(drawnAvatars);
const ask = (name: string) => app.inject({ url: `/avatars/${encodeURIComponent(name)}.svg` });

test('a name is drawn as a picture without scripts, always alike, and is kept for good', async () => {
  const { statusCode, body, headers } = await ask('mara');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=31536000, immutable',
  ]);
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(body).toMatch(/^<svg /);
  expect((await ask('mara')).body).toBe(body);
  expect((await ask('tomás')).body).not.toBe(body);
});

test('nothing of the name is written into the picture', async () => {
  const { statusCode, body } = await ask('"><script>alert(1)</script>');
  expect(statusCode).toBe(200);
  expect(body).not.toMatch(/script|alert/);
});
