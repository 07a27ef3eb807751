import { describe, expect, it } from 'vitest';
import { capabilitiesIn, priorityOf } from './room-state.ts';
import { person, type World, world } from './test/room-world.ts';

const meeting = (more: object = {}) => ({
  viewer: person('theo'),
  starts_at: 0,
  ends_at: 1_800_000,
  host_here: true,
  viewer_here: true,
  admins: [],
  ...more,
});

async function both(): Promise<{ theo: World; nora: World }> {
  const two = { theo: world('theo', undefined, 'meeting'), nora: world('nora', undefined, 'meeting') };
  for (const one of [two.theo, two.nora]) {
    await one.model.enter();
    one.change({ meeting: meeting() });
  }
  return two;
}

describe('a private meeting', () => {
  it('both go on air by a tap, see each other first, and neither has an audience', async () => {
    const { theo, nora } = await both();
    for (const one of [theo, nora]) {
      await one.model.goOnAir();
      expect(one.device).toEqual(['microphone on', 'camera on']);
      expect(capabilitiesIn(one.see(), one.model.me)).toMatchObject({
        mayShareScreen: true,
        mayRaiseHand: false,
        mayModerate: false,
        mayFinish: false,
      });
    }
    expect(priorityOf(theo.see().live!, theo.model.me).owner).toBe('nora');
    expect(priorityOf(nora.see().live!, nora.model.me).owner).toBe('theo');
  });

  it('hanging up gives the seat back, and one may come in again', async () => {
    const { theo } = await both();
    theo.model.leave();
    expect([theo.see().phase, theo.device.at(-1)]).toEqual(['left', 'left']);
    expect(theo.calls.at(-1)?.name).toBe('POST /events/streaming/leave_streaming');
    await theo.model.enter();
    expect(theo.see().phase).toBe('inside');
  });

  it('a reload brings the devices of both back as they were', async () => {
    const theo = world('theo', { sessionId: 's1', inside: true, camera: true, microphone: false }, 'meeting');
    theo.begins({ meeting: meeting() });
    await theo.model.enter();
    expect(theo.device).toEqual(['camera on']);
  });

  it('added time that does not fit is explained in the words of the room', async () => {
    const { nora } = await both();
    nora.refuse('POST /private_meetings/add_time', 409, 'time_taken');
    await nora.model.addTime();
    expect(nora.notices).toEqual([{ kind: 'timeTaken' }]);
  });
});
