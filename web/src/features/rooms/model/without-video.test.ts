import { beforeEach, describe, expect, it } from 'vitest';
import { engineUrl, person, seat, type World, world } from './test/room-world.ts';

const seatCalls = {
  nora: 'POST /events/streaming/start_streaming',
  theo: 'POST /events/streaming/join_streaming',
} as const;
const devicesOff = { camera: false, microphone: false };
const devicesOn = { camera: true, microphone: true };
const noEngine = () => ({ ...seat(10), url: '', token: '' });
const seatRequests = (one: World): number =>
  one.calls.filter(({ name }) => Object.values<string>(seatCalls).includes(name)).length;

/** The host and a viewer, in a room without a video engine. */
async function insideWithout(nora = world('nora')): Promise<{ nora: World; theo: World }> {
  const both = { nora, theo: world('theo') };
  for (const who of ['nora', 'theo'] as const) {
    both[who].answer(seatCalls[who], noEngine);
    await both[who].model.enter();
  }
  return both;
}

describe('without a video engine', () => {
  let nora: World;
  let theo: World;
  beforeEach(async () => ({ nora, theo } = await insideWithout()));

  it('the room opens and says that there is no video', () => {
    for (const one of [nora, theo]) {
      expect(one.see()).toMatchObject({ phase: 'inside', media: { connection: 'none' } });
      expect([one.media(), one.notices]).toEqual([null, []]);
    }
  });

  it('no one can go on air, and no device is remembered as on', async () => {
    await nora.model.goOnAir();
    await nora.model.setScreen(true);
    expect([nora.device, [...nora.see().busy]]).toEqual([[], []]);
    expect(nora.memory()).toMatchObject({ camera: false, microphone: false });
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    expect(theo.see().turn).toBe('offered');
  });

  it('an engine that starts later is found by asking again after growing pauses', async () => {
    await theo.pass(5_300);
    expect([seatRequests(theo), theo.media()]).toEqual([2, null]);
    theo.refuse(seatCalls.theo, 503, 'video_preparing', 3_000);
    await theo.pass(10_300);
    expect([seatRequests(theo), theo.see().media.connection]).toEqual([3, 'none']);
    theo.answer(seatCalls.theo, () => seat(12));
    await theo.pass(20_300);
    expect(theo.media()).toMatchObject({ url: engineUrl, token: 't', priority: { owner: 'nora', speaker: null } });
    expect(theo.see().media.connection).toBe('connected');
    expect(theo.device, 'nobody’s camera opens automatically').toEqual([]);
    await theo.pass(40_300);
    expect(seatRequests(theo)).toBe(4);
  });

  it('the engine is looked for at least once a minute', async () => {
    for (const wait of [5_300, 10_300, 20_300, 40_300, 60_300, 60_300]) await theo.pass(wait);
    expect(seatRequests(theo)).toBe(7);
  });

  it('a server that is back is asked after the shortest pause', async () => {
    for (const wait of [5_300, 10_300, 20_300]) await theo.pass(wait);
    theo.link()!.onState('lost');
    theo.link()!.onState('connected');
    theo.answer(seatCalls.theo, () => seat(12));
    await theo.pass(5_300);
    expect([seatRequests(theo), theo.see().media.connection]).toEqual([5, 'connected']);
    await theo.pass(40_300);
    expect(seatRequests(theo)).toBe(5);
  });

  it('a person who left stops asking, and one who returned asks once', async () => {
    theo.model.leave();
    await theo.model.enter();
    await theo.pass(5_300);
    expect(seatRequests(theo)).toBe(3);
  });

  it('a room that closed in the meantime is finished', async () => {
    theo.refuse(seatCalls.theo, 410, 'room_closed');
    await theo.pass(5_300);
    expect(theo.see().phase).toBe('finished');
  });

  it('a reload brings the owner’s devices back with the engine', async () => {
    ({ nora } = await insideWithout(world('nora', { sessionId: 's1', inside: true, camera: true, microphone: false })));
    expect(nora.device).toEqual([]);
    nora.answer(seatCalls.nora, () => seat(11));
    await nora.pass(5_300);
    expect(nora.device).toEqual(['camera on']);
  });
});

async function onAir(): Promise<World> {
  const nora = world('nora');
  await nora.model.enter();
  await nora.model.goOnAir();
  return nora;
}

describe('an engine that this browser cannot reach', () => {
  it('an engine that cannot be reached means no video; the open connection keeps trying, and no other is opened', async () => {
    const theo = world('theo');
    await theo.model.enter();
    const opened = theo.media();
    theo.put({ connection: 'none' });
    theo.link()!.onState('lost');
    theo.link()!.onState('connected');
    await theo.pass(5_300);
    expect([theo.media() === opened, theo.see().media.connection, seatRequests(theo)]).toEqual([true, 'none', 1]);
  });

  it('a press turns off a device that would open once the engine is reached', async () => {
    const nora = await onAir();
    nora.put({ connection: 'none' });
    await nora.model.setCamera(true);
    await nora.model.setMicrophone(true);
    expect(nora.see().media).toMatchObject(devicesOff);
    expect(nora.memory()).toMatchObject(devicesOff);
  });

  it('wanted devices are kept for a minute, however often the engine is tried, and no longer', async () => {
    const nora = await onAir();
    nora.advance(600_000);
    for (const connection of ['none', 'none', 'connecting', 'none'] as const) {
      nora.put({ connection });
      nora.advance(15_000);
    }
    await nora.media()!.renew();
    expect([nora.see().media, nora.memory(), nora.see().wanted]).toMatchObject([devicesOn, devicesOn, devicesOn]);
    nora.advance(1);
    await nora.media()!.renew();
    expect([nora.see().media, nora.memory(), nora.see().wanted]).toMatchObject([devicesOff, devicesOff, devicesOff]);
  });

  it('the minute counts from the last tap', async () => {
    const nora = world('nora');
    await nora.model.enter();
    nora.put({ connection: 'none' });
    nora.advance(600_000);
    nora.put({ connection: 'connecting' });
    await nora.model.goOnAir();
    nora.put({ connection: 'none' });
    nora.advance(60_000);
    await nora.media()!.renew();
    expect(nora.memory()).toMatchObject(devicesOn);
  });

  it('the minute starts again once the engine was reached', async () => {
    const nora = await onAir();
    for (const connection of ['none', 'connected', 'none'] as const) {
      nora.put({ connection });
      nora.advance(50_000);
    }
    await nora.media()!.renew();
    expect(nora.memory()).toMatchObject(devicesOn);
  });

  it('devices stay on for any time once the connection had been there', async () => {
    const nora = await onAir();
    nora.put({ connection: 'reconnecting' });
    nora.advance(600_000);
    await nora.media()!.renew();
    expect([nora.see().media, nora.memory()]).toMatchObject([devicesOn, devicesOn]);
  });
});

describe('an engine that is gone', () => {
  it('a viewer’s devices are turned off, because they never open without a tap', async () => {
    const theo = world('theo');
    await theo.model.enter();
    theo.change({ open_mic: true });
    await theo.model.setMicrophone(true);
    expect(theo.see().wanted).toEqual({ camera: false, microphone: true });
    theo.answer(seatCalls.theo, noEngine);
    await theo.media()!.renew();
    expect(theo.see().wanted).toEqual(devicesOff);
  });

  let nora: World;
  let renewed: unknown;
  const comesBack = async (): Promise<void> => {
    nora.answer(seatCalls.nora, () => seat(11));
    await nora.pass(5_300);
    expect(nora.see().media.connection).toBe('connected');
  };
  beforeEach(async () => {
    nora = await onAir();
    nora.device.length = 0;
    nora.answer(seatCalls.nora, noEngine);
    renewed = await nora.media()!.renew();
  });

  it('the room has no video until the engine is back', async () => {
    expect([renewed, nora.see().media.connection, nora.device]).toEqual([null, 'none', ['left']]);
    nora.advance(60_000);
    await comesBack();
    expect(nora.device).toEqual(['left', 'microphone on', 'camera on']);
  });

  it('nothing opens automatically after more than a minute', async () => {
    nora.advance(60_001);
    await comesBack();
    expect([nora.device, nora.memory()]).toEqual([['left'], expect.objectContaining(devicesOff)]);
    await nora.model.setCamera(true);
    expect(nora.device).toEqual(['left', 'camera on']);
  });

  it('the minute counts from the moment the engine was lost, however often it is looked for', async () => {
    nora.advance(50_000);
    nora.link()!.onState('lost');
    nora.link()!.onState('connected');
    nora.advance(10_001);
    await comesBack();
    expect(nora.device).toEqual(['left']);
  });

  it('a reload also remembers that the engine was gone too long', async () => {
    nora.advance(60_001);
    await nora.pass(5_300);
    expect(nora.memory()).toMatchObject({ inside: true, ...devicesOff });
  });

  it('only devices that were not turned off in the meantime open', async () => {
    // It is not on now, so a press asks for it to be on.
    await nora.model.setMicrophone(true);
    await comesBack();
    expect(nora.device).toEqual(['left', 'camera on']);
  });
});
