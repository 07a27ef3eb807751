import { beforeEach, describe, expect, it } from 'vitest';
import { bothInside, person, type World } from './test/room-world.ts';

const settles = 700;
const minute = 60_000;

describe('a phone takes camera and microphone away', () => {
  let theo: World;
  let nora: World;
  beforeEach(async () => {
    ({ theo, nora } = await bothInside());
    await nora.model.goOnAir();
    nora.device.length = 0;
  });
  const taken = (one: World): void => one.put({ camera: false, interrupted: ['camera', 'microphone'] });

  it('opens nothing while the page is away, and nothing that was not taken', async () => {
    nora.pageReturns();
    await nora.pass(settles);
    taken(nora);
    await nora.pass(settles);
    expect(nora.device).toEqual([]);
  });

  it('opens both again on return, after what opens automatically', async () => {
    taken(nora);
    nora.advance(minute);
    nora.pageReturns();
    expect(nora.device).toEqual([]);
    await nora.pass(settles);
    expect(nora.device).toEqual(['camera again', 'microphone again']);
    expect(nora.see().media).toMatchObject({ camera: true, interrupted: [] });
  });

  it('leaves devices alone that came back automatically', async () => {
    taken(nora);
    nora.pageReturns();
    nora.put({ camera: true, interrupted: [] });
    await nora.pass(settles);
    expect(nora.device).toEqual([]);
  });

  it('after more than a minute both are off, and wait for a tap', async () => {
    taken(nora);
    nora.advance(minute + 1);
    nora.pageReturns();
    await nora.pass(settles);
    expect([nora.device, nora.stopped]).toEqual([[], ['camera', 'microphone']]);
    expect(nora.see().wanted).toEqual({ camera: false, microphone: false });
  });

  it('tells of a camera that does not open again, once', async () => {
    nora.deny('camera', 'failed');
    taken(nora);
    nora.pageReturns();
    await nora.pass(settles);
    expect(nora.notices).toEqual([{ kind: 'device', device: 'camera', why: 'failed' }]);
  });

  it('does not open the camera of a viewer whose turn ended in the meantime', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    theo.device.length = 0;
    taken(theo);
    theo.change({ speaking_viewer: null });
    theo.pageReturns();
    await theo.pass(settles);
    expect(theo.device).toEqual([]);
  });

  it('opens nothing after the room was left', async () => {
    taken(nora);
    nora.pageReturns();
    nora.model.leave();
    nora.device.length = 0;
    await nora.pass(settles);
    expect(nora.device).toEqual([]);
  });
});
