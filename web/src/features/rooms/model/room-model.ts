import { createCaptions } from './captions.ts';
import { createChat } from './chat.ts';
import type { RoomMedia } from '../media/media-model.ts';
import { createReactions } from './reactions.ts';
import { createAct, createActions } from './actions.ts';
import { createAdmission } from './admission.ts';
import { createAudience } from './audience.ts';
import { createModeration } from './moderation.ts';
import { createBroadcasting } from './broadcasting.ts';
import { createConnection } from './connection.ts';
import { followFeed } from './feed.ts';
import { followPlaces } from './places.ts';
import { createExits, endingOf, type Exits } from './leaving.ts';
import { createListening, type Listening } from './listening.ts';
import { createLiveState } from './live-state.ts';
import { createLiveUpdates } from './live-updates.ts';
import { createMemory } from './remembered-room.ts';
import { comeBackFromInterruptions, createOwnDevices, openPhoneCamera, type OwnDevicesModel } from './own-devices.ts';
import type { RoomDeps, RoomModel } from './room-deps.ts';
import { createScope, type RoomScope } from './room-scope.ts';
import { capabilitiesIn, priorityOf } from './room-state.ts';
import { createRecordingConsent } from './recording-consent.ts';
import { createSegmentKeys } from './segment-keys.ts';
import { createTurn, type TurnModel } from './turn.ts';
import { followVp8Copy } from './vp8-copy.ts';

interface Followers {
  readonly exits: Exits;
  readonly media: () => RoomMedia | null;
  readonly devices: Pick<OwnDevicesModel, 'takeOffAir'>;
  readonly turn: TurnModel;
}

/**
 * What follows from every change of the room's state: the end, the pictures received, devices without a right, the own
 * turn.
 */
function followState(scope: RoomScope, { exits, media, devices, turn }: Followers): void {
  const { deps, get, isInside } = scope;
  const follow = (): void => {
    const { live } = get();
    if (!live || !isInside()) return;
    if (live.finished) return exits.finish();
    media()?.setPriority(priorityOf(live, deps.me));
    const can = capabilitiesIn(get(), deps.me);
    if (!can.mayUseCamera) void devices.takeOffAir('camera');
    if (!can.mayUseMicrophone) void devices.takeOffAir('microphone');
    turn.follow(live);
  };
  scope.store.subscribe((now, before) => {
    if (now.live !== before.live || now.phase !== before.phase) follow();
  });
}

/**
 * The room of one person in one tab, without React. Its parts share one scope (`room-scope.ts`) and each does one
 * thing: who is let in (`admission`), how the stay ends (`leaving`), what the server tells (`live-state`,
 * `live-updates`), the video engine (`connection`), the own turn and devices (`turn`, `own-devices`), what a press does
 * (`actions`, `chat`), what the audience asks (`audience`), what moderators do (`moderation`), and a broadcast's feed
 * (`broadcasting`, `feed`).
 */
export function createRoomModel(world: RoomDeps): RoomModel {
  const scope = createScope(world, {
    beforeWriting: () => listening.beforeWriting(),
    takeSeat: () =>
      takeSeat().catch((error: unknown) => {
        const ending = endingOf(error);
        if (ending && scope.isInside()) exits.by(ending);
        throw error;
      }),
  });
  const { deps, store, timers, move } = scope;
  const memory = createMemory(scope);
  const closeConnections = (): void => {
    listening.close();
    connection.close();
  };
  const exits = createExits(scope, memory, closeConnections);
  const live = createLiveState(scope, exits, () => audience.missed());
  const act = createAct(scope, live);
  const turn = createTurn(scope, act, () => void devices.presses.goOnAir());
  const audience = createAudience(scope, act);
  const listen: Listening['listen'] = (by) => listening.listen(by);
  const connection = createConnection(scope, { exits, live, memory, devices: () => devices, listen });
  const { asksBefore, ...consent } = createRecordingConsent(scope, {
    act,
    memory,
    open: (device) => devices.presses[device === 'camera' ? 'setCamera' : 'setMicrophone'](true),
  });
  const devices: OwnDevicesModel = createOwnDevices(scope, { media: connection.media, memory, turn, act, asksBefore });
  const reactions = createReactions(deps, timers);
  const captions = createCaptions(scope, {
    memory,
    microphone: () => devices.presses.microphoneTrack(),
    sendSound: (sound) => listening.sendSound(sound),
  });
  const onUpdate = createLiveUpdates(scope, { exits, live, reactions, captions, audience });
  const takeSeat = followPlaces(scope, { exits, live, memory, connection, listen });
  const keyOf = createSegmentKeys(scope, memory, takeSeat);
  const listening = createListening(scope, { exits, live, memory, connection, onUpdate, keyOf, takeSeat });
  followState(scope, { exits, media: connection.media, devices, turn });
  const vp8 = followVp8Copy(scope, connection.media);
  const watched = (): RoomMedia | null => vp8.media() ?? connection.media();
  followFeed(scope, watched);
  const stopReturns = comeBackFromInterruptions(scope, devices);
  const broadcasting = createBroadcasting(scope, { act, devices, media: connection.media, watched, memory });
  openPhoneCamera(scope, broadcasting.selectSource);

  return {
    store,
    eventUuid: deps.eventUuid,
    me: deps.me,
    isRehearsal: deps.isRehearsal ?? false,
    enter: createAdmission(scope, { exits, live, memory, connection, listen }),
    leave: () => {
      const body = { event_uuid: deps.eventUuid, session_id: memory.now().sessionId };
      if (scope.isInside()) void deps.call('POST /events/streaming/leave_streaming', { body }).catch(() => undefined);
      exits.exit('leave');
      deps.goToEvent();
    },
    dispose: () => {
      move('dispose');
      timers.cancelAll();
      captions.dispose();
      stopReturns();
      vp8.close();
      closeConnections();
    },
    watchesBehind: (ms, step = 'good') => {
      scope.set({ behindMs: ms ?? 0 });
      const { media, delivery } = scope.get();
      const { username } = deps.me;
      if (ms !== null && delivery === 'hls' && media.quality.get(username) !== step)
        scope.set({ media: { ...media, quality: new Map([[username, step]]) } });
    },
    segmentKey: keyOf,
    notNow: turn.notNow,
    answerWarmUp: turn.answerWarmUp,
    reactions,
    captions,
    audience,
    moderation: createModeration(scope, act),
    ...createChat(deps, store),
    ...devices.presses,
    ...consent,
    allowSound: async () => {
      await devices.presses.allowSound();
      await vp8.media()?.allowSound();
    },
    ...createActions(scope, act, exits),
    ...broadcasting,
  };
}
