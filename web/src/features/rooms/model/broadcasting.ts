import { refusalSentence } from '#web/shared/api/refusal.ts';
import type { RoomMedia } from '../media/media-model.ts';
import type { Act } from './actions.ts';
import type { Memory } from './remembered-room.ts';
import type { OwnDevicesModel } from './own-devices.ts';
import type { RoomModel } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';

interface Parts {
  readonly act: Act;
  readonly devices: OwnDevicesModel;
  readonly media: () => RoomMedia | null;
  /** What the feed is received from. */
  readonly watched: () => RoomMedia | null;
  readonly memory: Memory;
}

/** What the host of a broadcast does in addition to chat and moderation: going live, choosing the source, listening. */
export function createBroadcasting(
  { deps, get, set }: RoomScope,
  { act, devices, media, watched, memory }: Parts,
): Pick<RoomModel, 'goLive' | 'selectSource' | 'hearFeed'> {
  const { call, eventUuid: event_uuid } = deps;
  const { presses, takeBothOffAir } = devices;
  const select = (source: 'encoder' | 'camera'): Promise<void> =>
    act('source', () => call('POST /events/ingest/select_source', { body: { event_uuid, source } }));
  const isSending = (withScreen: boolean): boolean => {
    const { camera, screen } = media()?.state() ?? { camera: false, screen: false };
    return withScreen ? screen : camera;
  };
  const sendFromHere = async (withScreen: boolean): Promise<void> => {
    // Before the source changes: the audience must not look at an empty stage while a device opens.
    if (withScreen) await presses.setScreen(true);
    else await presses.setCamera(true);
    if (!isSending(withScreen)) return;
    await presses.setMicrophone(true);
    await select('camera');
    if (!withScreen && media()?.state().screen) await presses.setScreen(false);
  };
  const sendByEncoder = async (): Promise<void> => {
    await select('encoder');
    if (get().live?.source !== 'encoder') return;
    takeBothOffAir();
    await presses.setScreen(false);
  };
  return {
    goLive: () =>
      act('goLive', async () => {
        const body = { platform: 'web', event_uuid, session_id: memory.now().sessionId };
        try {
          const answer = await call('POST /events/streaming/start_streaming', { body });
          memory.remember({ backstage: false });
          return answer;
        } catch (error) {
          // A refusal has its own sentence, which is shown with every other refusal.
          if (refusalSentence(error) === null) deps.notify({ kind: 'startFailed' });
          throw error;
        }
      }),
    selectSource: (source, withScreen = false) => (source === 'camera' ? sendFromHere(withScreen) : sendByEncoder()),
    hearFeed: (heard) => {
      watched()?.listen(heard);
      set({ feed: { ...get().feed, heard } });
    },
  };
}
