import type { Device } from '../media/permission-error.ts';
import type { Act } from './actions.ts';
import type { Memory } from './remembered-room.ts';
import type { RoomModel } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';

export interface RecordingConsent extends Pick<RoomModel, 'setConsent' | 'askConsent'> {
  /** A device is about to open: true when the person is asked first, and it opens with their answer. */
  asksBefore(device: Device): boolean;
}

/**
 * Asks whether a viewer agrees to be recorded, once in a tab, however their sound or picture comes into the room: by a
 * turn, with open microphones, as a guest speaker, or because recording begins while they speak. Only a question: the
 * recorder receives nothing of a viewer until the server has their consent.
 */
export function createRecordingConsent(
  scope: RoomScope,
  { act, memory, open }: { act: Act; memory: Memory; open: (device: Device) => Promise<void> },
): RecordingConsent {
  const { deps, store, get, set } = scope;
  const isUnasked = (): boolean => !deps.me.isOwner && (memory.now().recorded ?? null) === null;

  store.subscribe((now, before) => {
    const isRecorded = now.live?.recording ?? false;
    if (isRecorded === (before.live?.recording ?? false)) return;
    // With the recording the question ends. A device that waited for the answer needs another tap.
    if (!isRecorded && now.consentFor !== null) set({ consentFor: null });
    if (isRecorded && isUnasked() && (now.media.microphone || now.media.camera)) set({ consentFor: [] });
  });

  return {
    asksBefore: (device) => {
      const { live, consentFor } = get();
      if (!live?.recording || !isUnasked()) return false;
      set({ consentFor: [...new Set([...(consentFor ?? []), device])] });
      return true;
    },
    askConsent: (isAsked) => set({ consentFor: isAsked ? [] : null }),
    setConsent: async (agreed) => {
      let waiting: readonly Device[] = [];
      await act('consent', async () => {
        const body = { event_uuid: deps.eventUuid, enabled: agreed };
        const answer = await deps.call('POST /events/streaming/recording_consent', { body });
        memory.remember({ recorded: agreed });
        waiting = get().consentFor ?? [];
        set({ recorded: agreed, consentFor: null });
        return answer;
      });
      await Promise.all(waiting.map(open));
    },
  };
}
