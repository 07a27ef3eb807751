import { ConnectionState, RoomEvent } from 'livekit-client';
import { describe, expect, it } from 'vitest';
import { engineByHand } from './test/engine-by-hand.ts';
import { createPublishing } from './publishing.ts';

const { Connected, Connecting, Disconnected, Reconnecting, SignalReconnecting } = ConnectionState;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe.each([
  [Disconnected, RoomEvent.Connected],
  [Connecting, RoomEvent.Connected],
  [Reconnecting, RoomEvent.Reconnected],
  [SignalReconnecting, RoomEvent.Reconnected],
] as const)('a device turned on while %s', (state, event) => {
  const begin = () => {
    const engine = engineByHand(state);
    const publishing = createPublishing(
      engine.room,
      () => false,
      () => undefined,
    );
    const both = Promise.all([publishing.setCamera(true), publishing.setMicrophone(true)]);
    return { ...engine, publishing, both, connects: () => engine.becomes(Connected, event) };
  };

  it('a device opens once connected, and not before', async () => {
    const { opened, publishing, both, connects } = begin();
    await settled();
    expect([opened, publishing.wanted]).toEqual([[], { camera: true, microphone: true }]);
    connects();
    await both;
    expect(opened).toEqual(['camera on', 'microphone on']);
  });

  it('a device that is turned off no longer waits, and one that is turned on again opens', async () => {
    const { opened, waiting, publishing, both, connects } = begin();
    await publishing.stopCamera();
    await publishing.stopMicrophone();
    await both;
    expect([waiting(RoomEvent.Connected), waiting(RoomEvent.Reconnected)]).toEqual([0, 0]);
    const again = publishing.setCamera(true);
    connects();
    await again;
    expect(opened).toEqual(['camera on']);
  });

  it('a device no longer waits after the room was left', async () => {
    const { opened, publishing, both, connects } = begin();
    publishing.close();
    await both;
    connects();
    expect([opened, publishing.wanted]).toEqual([[], { camera: false, microphone: false }]);
  });
});
