import { ConnectionState, type Room, RoomEvent } from 'livekit-client';
import { describe, expect, it } from 'vitest';
import { createPublishing } from './publishing.ts';

/** A room of the engine before its line is there, as far as publishing knows it. */
function room(state: ConnectionState) {
  const opened: string[] = [];
  const open = (name: string) => async (on: boolean) => void opened.push(`${name} ${on}`);
  const waiting = new Map<() => void, RoomEvent>();
  const engine = {
    state,
    on: (event: RoomEvent, then: () => void) => waiting.set(then, event),
    off: (_event: RoomEvent, then: () => void) => waiting.delete(then),
    localParticipant: {
      permissions: { canPublish: true },
      setCameraEnabled: open('camera'),
      setMicrophoneEnabled: open('microphone'),
      getTrackPublication: () => undefined,
    },
  };
  return {
    opened,
    waiting,
    publishing: createPublishing(engine as unknown as Room, false, () => undefined),
    connects: () => {
      engine.state = ConnectionState.Connected;
      for (const [then, event] of waiting) if (event === RoomEvent.Connected) then();
    },
  };
}

describe.each([ConnectionState.Disconnected, ConnectionState.Connecting])('a device turned on while %s', (state) => {
  it('opens with the line, and not before', async () => {
    const { opened, publishing, connects } = room(state);
    const both = [publishing.setCamera(true), publishing.setMicrophone(true)];
    expect([opened, publishing.wanted]).toEqual([[], { camera: true, microphone: true }]);
    connects();
    await Promise.all(both);
    expect(opened).toEqual(['camera true', 'microphone true']);
  });

  it('waits no more once it was taken back, and opens when it is turned on again', async () => {
    const { opened, waiting, publishing, connects } = room(state);
    const both = [publishing.setCamera(true), publishing.setMicrophone(true)];
    await publishing.stopCamera();
    await publishing.stopMicrophone();
    await Promise.all(both);
    expect(waiting.size).toBe(0);
    const again = publishing.setCamera(true);
    connects();
    await again;
    expect(opened).toEqual(['camera true']);
  });

  it('waits no more once the room was left', async () => {
    const { opened, publishing, connects } = room(state);
    const both = [publishing.setCamera(true), publishing.setMicrophone(true)];
    publishing.close();
    await Promise.all(both);
    connects();
    expect([opened, publishing.wanted]).toEqual([[], { camera: false, microphone: false }]);
  });
});
