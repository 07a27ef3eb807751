import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

test('many who ask at once share one read, and nobody gets one that began before they asked', async () => {
  let committed = 0;
  let reads = 0;
  const shared = new SharedReads(async () => {
    reads += 1;
    const seen = committed;
    await new Promise((done) => setImmediate(done));
    return seen;
  });
  const asked = Array.from({ length: 200 }, async (_, i) => {
    if (i % 10 === 0) await new Promise((done) => setImmediate(done));
    committed += 1;
    const mine = committed;
    return (await shared.get('room')) >= mine;
  });
  expect(await Promise.all(asked)).not.toContain(false);
  expect(reads).toBeLessThan(10);
});

test('a read that failed fails only those who shared it', async () => {
  let fails = true;
  const shared = new SharedReads(async () => {
    await new Promise((done) => setImmediate(done));
    if (fails) throw new Error('on purpose');
    return 'fine';
  });
  const first = shared.get('room');
  const second = shared.get('room');
  await expect(first).rejects.toThrow('on purpose');
  fails = false;
  await expect(second.catch(() => 'failed')).resolves.toMatch(/fine|failed/);
  await expect(shared.get('room')).resolves.toBe('fine');
});
