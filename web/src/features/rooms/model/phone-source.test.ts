import { describe, expect, it } from 'vitest';
import { world } from './test/room-world.ts';

const fresh = { sessionId: 's1', inside: false, camera: false, microphone: false };
const preview = { event_state: 0 as const, source: 'encoder' as const, ingest_state: 'waiting' as const };
const selects = 'POST /events/ingest/select_source';

async function controlRoom({
  phone = true,
  kind = 'broadcast' as const,
  username = 'nora' as const,
  begins = preview,
}) {
  const one = world(username, fresh, kind, { phone });
  one.begins(begins as typeof preview);
  one.put({ connection: 'connected' });
  await one.model.enter();
  await one.pass(0);
  return one;
}

describe('the control room of a broadcast on a phone', () => {
  it.each([
    ['at a desktop', { phone: false }],
    ['while an encoder sends', { begins: { ...preview, ingest_state: 'preview' } as unknown as typeof preview }],
    ['once it is live', { begins: { ...preview, event_state: 1 } as unknown as typeof preview }],
  ])('no camera opens %s', async (_when, how) => {
    const one = await controlRoom(how);
    one.put({ connection: 'connected' });
    await one.pass(0);
    expect(one.device).toEqual([]);
  });

  it('the phone’s camera opens for the preview, and only a tap goes live', async () => {
    const one = await controlRoom({});
    one.put({ connection: 'connected' });
    await one.pass(0);
    expect(one.device).toEqual(['camera on', 'microphone on']);
    const called = one.calls.map(({ name }) => name);
    expect(called).toContain(selects);
    expect(called).not.toContain('POST /events/streaming/start_streaming');
  });

  it('a camera that was turned off stays off, because the preview opens it once', async () => {
    const one = await controlRoom({});
    one.put({ connection: 'connected' });
    await one.pass(0);
    await one.model.setCamera(false);
    one.put({ connection: 'reconnecting' });
    one.put({ connection: 'connected' });
    await one.pass(0);
    expect(one.device.filter((what) => what === 'camera on')).toHaveLength(1);
  });
});
