import { ConnectionState, type Room } from 'livekit-client';
import { describe, expect, it } from 'vitest';
import { createPublishing } from './publishing.ts';

/** A room of the engine before its line is there, as far as publishing knows it. */
function room() {
  const opened: string[] = [];
  const open = (name: string) => async (on: boolean) => void opened.push(`${name} ${on}`);
  const waiting: (() => void)[] = [];
  const engine = {
    state: ConnectionState.Connecting,
    once: (_event: string, then: () => void) => waiting.push(then),
    localParticipant: {
      permissions: { canPublish: true },
      setCameraEnabled: open('camera'),
      setMicrophoneEnabled: open('microphone'),
      getTrackPublication: () => undefined,
    },
  };
  return {
    opened,
    publishing: createPublishing(engine as unknown as Room, false, () => undefined),
    connects: () => {
      engine.state = ConnectionState.Connected;
      for (const then of waiting) then();
    },
  };
}

describe('a device that is turned on before the line is there', () => {
  it('opens once it is', async () => {
    const { opened, publishing, connects } = room();
    const both = [publishing.setCamera(true), publishing.setMicrophone(true)];
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([opened, publishing.wanted]).toEqual([[], { camera: true, microphone: true }]);
    connects();
    await Promise.all(both);
    expect(opened).toEqual(['camera true', 'microphone true']);
  });

  it('does not open when it was taken back meanwhile', async () => {
    const { opened, publishing, connects } = room();
    const both = [publishing.setCamera(true), publishing.setMicrophone(true)];
    await publishing.stopCamera();
    await publishing.stopMicrophone();
    connects();
    await Promise.all(both);
    expect(opened).toEqual([]);
  });
});
