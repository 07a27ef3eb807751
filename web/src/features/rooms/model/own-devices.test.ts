import { beforeEach, describe, expect, it } from 'vitest';
import { DevicePermissionError } from '../media/permission-error.ts';
import { bothInside, person, seat, state, type World, world } from './test/room-world.ts';

describe('turn and devices', () => {
  let theo: World;
  let nora: World;
  beforeEach(async () => ({ theo, nora } = await bothInside()));

  it('a turn is offered and opens nothing before the tap', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    expect(theo.see().turn).toBe('offered');
    expect(theo.device).toEqual([]);
    await theo.model.goOnAir();
    expect(theo.device).toEqual(['microphone on', 'camera on']);
  });

  it('a viewer who said they are ready goes on air with the turn, and one who took it back is asked', async () => {
    const asked = { warm_up: { state: 'warming_up' as const, answer_by: 20_000 } };
    theo.change(asked);
    await theo.model.answerWarmUp(true);
    expect(theo.device).toEqual([]);
    theo.change({ warm_up: { state: 'ready', answer_by: null } });
    theo.change({ warm_up: null, speaking_viewer: { ...person('theo'), since: 1 } });
    expect([theo.see().turn, theo.device]).toEqual(['taken', ['microphone on', 'camera on']]);
    theo.change({ speaking_viewer: null });
    theo.change(asked);
    await theo.model.answerWarmUp(true);
    // Someone else was asked instead, and the turn came later.
    theo.change({ warm_up: null });
    theo.change({ speaking_viewer: { ...person('theo'), since: 2 } });
    expect([theo.see().turn, theo.device.length]).toEqual(['offered', 2]);
  });

  it('a turn after a reload is offered, although the viewer was ready before it', () => {
    theo.change({ warm_up: { state: 'ready', answer_by: null } });
    theo.change({ warm_up: null, speaking_viewer: { ...person('theo'), since: 1 } });
    expect([theo.see().turn, theo.device]).toEqual(['offered', []]);
  });

  it('a turn after the room was elsewhere is offered, although the viewer was ready here before', async () => {
    theo.change({ warm_up: { state: 'warming_up', answer_by: 20_000 } });
    await theo.model.answerWarmUp(true);
    theo.push('sessionMoved', {});
    theo.answer('POST /events/streaming/join_streaming', () => ({
      ...seat(30),
      current_state: state(30, { speaking_viewer: { ...person('theo'), since: 1 } }),
    }));
    theo.device.length = 0;
    await theo.model.enter({ takeOver: true });
    expect([theo.see().turn, theo.device]).toEqual(['offered', []]);
  });

  it('the place of a guest on stage opens nothing before the tap, and its end closes both devices', async () => {
    theo.change({ stage_guest: person('theo'), roles: [{ ...person('theo'), role: 'guest' }] });
    expect(theo.see().turn).toBe('offered');
    expect(theo.device).toEqual([]);
    await theo.model.goOnAir();
    expect(theo.device).toEqual(['microphone on', 'camera on']);
    theo.change({ stage_guest: null });
    expect(theo.see().media).toMatchObject({ camera: false, microphone: false });
    expect(theo.notices).toEqual([{ kind: 'offStage' }]);
  });

  it('"Not now" opens nothing, and says once where the turn can still be taken', () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    theo.model.notNow();
    theo.model.notNow();
    expect(theo.see().turn).toBe('later');
    expect(theo.notices).toEqual([{ kind: 'turnLater' }]);
    expect(theo.device).toEqual([]);
  });

  it('the end of a turn thanks a viewer who was on stage, and is only announced to one who was not', async () => {
    const turn = (has: boolean) => theo.change({ speaking_viewer: has ? { ...person('theo'), since: 1 } : null });
    turn(true);
    turn(false);
    expect(theo.notices).toEqual([{ kind: 'turnOver', taken: false }]);
    turn(true);
    theo.model.notNow();
    turn(false);
    expect(theo.notices.slice(1)).toEqual([{ kind: 'turnLater' }, { kind: 'turnOver', taken: false }]);
    turn(true);
    theo.model.notNow();
    await theo.model.setMicrophone(true);
    turn(false);
    expect(theo.notices.slice(3)).toEqual([{ kind: 'turnLater' }, { kind: 'turnOver', taken: true }]);
    turn(true);
    theo.push('finishEvent', { seq: 90 });
    expect(theo.notices.slice(5), 'only the end of the event is announced').toEqual([{ kind: 'finished' }]);
  });

  it('the end of a turn closes both devices', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    theo.change({ speaking_viewer: null });
    expect(theo.see().media).toMatchObject({ camera: false, microphone: false });
    expect(theo.see().turn).toBe('none');
  });

  it('open mic lets a tap open the microphone, and its end closes it', async () => {
    theo.change({ open_mic: true });
    expect(theo.device).toEqual([]);
    await theo.model.setCamera(true);
    expect(theo.device).toEqual([]);
    await theo.model.setMicrophone(true);
    expect(theo.device).toEqual(['microphone on']);
    theo.change({ open_mic: false });
    expect(theo.see().media.microphone).toBe(false);
  });

  it('a device is no longer wanted once the right to it ends, or when the room is entered again', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    expect(theo.see().wanted).toEqual({ camera: true, microphone: true });
    theo.change({ speaking_viewer: null, open_mic: true });
    expect(theo.see().wanted).toEqual({ camera: false, microphone: true });
    const reloaded = world('theo', theo.memory());
    reloaded.change({ open_mic: true });
    await reloaded.model.enter();
    expect([reloaded.see().wanted, reloaded.memory()]).toMatchObject([
      { camera: false, microphone: false },
      { inside: true, microphone: false },
    ]);
  });

  it('a viewer without a right opens nothing', async () => {
    await theo.model.setMicrophone(true);
    await theo.model.setCamera(true);
    expect(theo.device).toEqual([]);
  });

  it('a screen that fails for an unknown reason shows an unknown error', async () => {
    nora.failsToShare(new Error('no encoder'));
    await nora.model.setScreen(true);
    expect(nora.notices).toEqual([{ kind: 'unnamed' }]);
    expect(nora.see()).toMatchObject({ busy: new Map(), error: false });
  });

  it('a denied camera shows a notice, and the turn goes on with the microphone', async () => {
    theo.deny('camera');
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    expect(theo.notices).toEqual([{ kind: 'device', device: 'camera', why: 'denied' }]);
    expect(theo.see().media.microphone).toBe(true);
    expect(theo.memory(), 'a reload opens only what was on').toMatchObject({ camera: false, microphone: true });
  });

  it('a microphone that is missing, or used by another program, shows host and viewer the reason', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    for (const one of [theo, nora])
      for (const why of ['missing', 'failed'] as const) {
        one.deny('microphone', why);
        await one.model.setMicrophone(true);
        expect(one.notices.at(-1)).toEqual({ kind: 'device', device: 'microphone', why });
      }
  });

  it('a device that is opening is busy, and opens once', async () => {
    const opening = nora.model.setCamera(true);
    expect([...nora.see().busy.keys()]).toEqual(['camera']);
    await Promise.all([opening, nora.model.setCamera(true)]);
    expect(nora.device).toEqual(['camera on']);
    expect(nora.see().busy.size).toBe(0);
  });

  it('someone blocked during a turn reads that, and not that the turn is over', () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    theo.change({ speaking_viewer: null, banned_viewers: ['theo'] });
    theo.push('userBanned', { seq: 13, usernameBanned: 'theo', blocked: true });
    expect(theo.notices).toEqual([{ kind: 'blocked' }]);
  });

  it('a device that fails after the turn ended is not reported', async () => {
    theo.deny('camera');
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    const opening = theo.model.setCamera(true);
    theo.change({ speaking_viewer: null });
    await opening;
    expect(theo.notices).toEqual([{ kind: 'turnOver', taken: true }]);
  });

  it('a device that does not open after a reconnect is reported, and no longer wanted', async () => {
    await nora.model.goOnAir();
    nora.media()!.onDeviceFailed(new DevicePermissionError('camera', 'failed', null));
    expect(nora.notices).toEqual([{ kind: 'device', device: 'camera', why: 'failed' }]);
    expect(nora.see().wanted).toEqual({ camera: false, microphone: true });
  });

  it('a device turned off and on again while it opens is opened again', async () => {
    const opening = nora.model.setMicrophone(true);
    void nora.model.setMicrophone(false);
    void nora.model.setMicrophone(true);
    await opening;
    expect([nora.device, nora.stopped]).toEqual([['microphone on', 'microphone on'], ['microphone']]);
    expect(nora.see().media.microphone).toBe(true);
  });

  it('a device pressed while it opens ends with the last wish', async () => {
    const opening = nora.model.setCamera(true);
    void nora.model.setCamera(false);
    expect(nora.see().busy.get('camera')).toBe(false);
    expect(nora.stopped, 'it stops waiting for the connection').toEqual(['camera']);
    await opening;
    expect(nora.device).toEqual(['camera on', 'camera off']);
    expect(nora.see().media.camera).toBe(false);
    expect(nora.memory().camera).toBe(false);
  });

  it('nothing is busy after the room was left', () => {
    void nora.model.setCamera(true);
    nora.model.leave();
    expect(nora.see().busy.size).toBe(0);
  });

  it('the last of two devices chosen quickly is used, and a failure of the first is not reported', async () => {
    await nora.model.setCamera(true);
    nora.switchesBy(async (id) => {
      nora.device.push(id);
      if (id !== 'gone') return;
      nora.put({ camera: false });
      throw new DevicePermissionError('camera', 'failed', null);
    });
    const first = nora.model.switchDevice('videoinput', 'gone');
    await Promise.resolve();
    await Promise.all([first, nora.model.switchDevice('videoinput', 'there')]);
    expect(nora.device).toEqual(['camera on', 'gone', 'there', 'camera on']);
    expect(nora.notices).toEqual([]);
    expect(nora.see().media.camera).toBe(true);
  });
});

describe('consent to be recorded', () => {
  let theo: World;
  let nora: World;
  beforeEach(async () => ({ theo, nora } = await bothInside()));

  it('a viewer is asked before an open microphone is heard, and the answer opens it', async () => {
    theo.answer('POST /events/streaming/recording_consent', () => ({ current_state: state(0) }));
    theo.change({ open_mic: true, recording: true });
    await theo.model.setMicrophone(true);
    expect([theo.device, theo.see().consentFor]).toEqual([[], ['microphone']]);
    await theo.model.setConsent(false);
    expect([theo.device, theo.see().consentFor, theo.see().recorded]).toEqual([['microphone on'], null, false]);
    const sent = theo.calls.filter(({ name }) => name === 'POST /events/streaming/recording_consent');
    expect(sent).toMatchObject([{ body: { enabled: false } }]);
    await theo.model.setMicrophone(false);
    await theo.model.setMicrophone(true);
    expect(theo.see().consentFor).toBeNull();
  });

  it('a viewer who already speaks is asked when a recording begins, and no longer when it ends', async () => {
    theo.change({ open_mic: true });
    await theo.model.setMicrophone(true);
    theo.change({ open_mic: true, recording: true });
    expect(theo.see().consentFor).toEqual([]);
    theo.change({ open_mic: true, recording: false });
    expect([theo.see().consentFor, theo.see().media.microphone]).toEqual([null, true]);
  });

  it('a viewer who was ready before their turn is asked, and their devices stay off', async () => {
    theo.change({ recording: true, warm_up: { state: 'warming_up', answer_by: 20_000 } });
    await theo.model.answerWarmUp(true);
    theo.change({ recording: true, warm_up: null, speaking_viewer: { ...person('theo'), since: 1 } });
    expect([theo.see().turn, theo.device]).toEqual(['offered', []]);
  });

  it('the host is not asked for consent to be recorded', async () => {
    nora.change({ recording: true });
    await nora.model.setMicrophone(true);
    expect([nora.device, nora.see().consentFor]).toEqual([['microphone on'], null]);
  });
});
