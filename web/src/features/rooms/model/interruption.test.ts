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

  it('nothing opens while the page is away, nor devices that were not taken', async () => {
    nora.pageReturns();
    await nora.pass(settles);
    taken(nora);
    await nora.pass(settles);
    expect(nora.device).toEqual([]);
  });

  it('both devices open again when the page returns, a moment later', async () => {
    taken(nora);
    nora.advance(minute);
    nora.pageReturns();
    expect(nora.device).toEqual([]);
    await nora.pass(settles);
    expect(nora.device).toEqual(['camera again', 'microphone again']);
    expect(nora.see().media).toMatchObject({ camera: true, interrupted: [] });
  });

  it('devices that came back automatically are left alone', async () => {
    taken(nora);
    nora.pageReturns();
    nora.put({ camera: true, interrupted: [] });
    await nora.pass(settles);
    expect(nora.device).toEqual([]);
  });

  it('both devices are off after more than a minute, and wait for a tap', async () => {
    taken(nora);
    nora.advance(minute + 1);
    nora.pageReturns();
    await nora.pass(settles);
    expect([nora.device, nora.stopped]).toEqual([[], ['camera', 'microphone']]);
    expect(nora.see().wanted).toEqual({ camera: false, microphone: false });
  });

  it('a camera that does not open again is reported once', async () => {
    nora.deny('camera', 'failed');
    taken(nora);
    nora.pageReturns();
    await nora.pass(settles);
    expect(nora.notices).toEqual([{ kind: 'device', device: 'camera', why: 'failed' }]);
  });

  it('the camera of a viewer whose turn ended while the page was away does not open', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    theo.device.length = 0;
    taken(theo);
    theo.change({ speaking_viewer: null });
    theo.pageReturns();
    await theo.pass(settles);
    expect(theo.device).toEqual([]);
  });

  it('nothing opens after the room was left', async () => {
    taken(nora);
    nora.pageReturns();
    nora.model.leave();
    nora.device.length = 0;
    await nora.pass(settles);
    expect(nora.device).toEqual([]);
  });
});
