import { createChat } from '../chat/chat-model.ts';
import { createReactions } from '../reactions/reactions-model.ts';
import { createAct } from './act.ts';
import { createActions } from './actions.ts';
import { createAdmission } from './admission.ts';
import { createBroadcasting } from './broadcasting.ts';
import { createConnection } from './connection.ts';
import { createExits } from './exits.ts';
import { followFeed } from './follow-feed.ts';
import { followState } from './follow-state.ts';
import { comeBackFromInterruptions } from './interruption.ts';
import { createListening } from './listening.ts';
import { createLiveState } from './live-state.ts';
import { createLiveUpdates } from './live-updates.ts';
import { createMemory } from './memory.ts';
import { createOwnDevices, type OwnDevicesModel } from './own-devices.ts';
import { openPhoneCamera } from './phone-source.ts';
import type { RoomDeps, RoomModel } from './room-deps.ts';
import { createScope } from './room-scope.ts';
import { createTurn } from './turn.ts';

/**
 * The room of one person in one tab, without React. Its parts share one scope (`room-scope.ts`) and each does one
 * thing: who is let in (`admission`), how the stay ends (`exits`), what the server tells (`live-state`, `live-updates`,
 * `listening`), the video engine (`connection`), the own turn and devices (`turn`, `own-devices`), what a press does
 * (`actions`, `chat-model`), a broadcast's feed (`broadcasting`, `follow-feed`), and a phone's camera (`interruption`,
 * `phone-source`).
 */
export function createRoomModel(world: RoomDeps): RoomModel {
  const scope = createScope(world);
  const { deps, store, timers, move } = scope;
  const memory = createMemory(scope);
  const closeConnections = (): void => {
    listening.close();
    connection.close();
  };
  const exits = createExits(scope, memory, closeConnections);
  const live = createLiveState(scope, exits);
  const turn = createTurn(scope);
  const act = createAct(scope, live);
  const connection = createConnection(scope, { exits, live, memory, devices: () => devices });
  const devices: OwnDevicesModel = createOwnDevices(scope, { media: connection.media, memory, turn, act });
  const reactions = createReactions(deps, timers);
  const onUpdate = createLiveUpdates(scope, { exits, live, reactions });
  const listening = createListening(scope, { exits, live, memory, connection, onUpdate });
  followState(scope, { exits, media: connection.media, devices, turn });
  followFeed(scope, connection.media);
  const stopReturns = comeBackFromInterruptions(scope, devices);
  const broadcasting = createBroadcasting(scope, { act, devices, media: connection.media, memory });
  openPhoneCamera(scope, broadcasting.selectSource);

  return {
    store,
    me: deps.me,
    enter: createAdmission(scope, { exits, live, memory, connection, openLink: listening.open }),
    leave: () => {
      const body = { event_uuid: deps.eventUuid };
      if (scope.isInside()) void deps.call('POST /events/streaming/leave_streaming', { body }).catch(() => undefined);
      exits.exit('leave');
      deps.goToEvent();
    },
    dispose: () => {
      move('dispose');
      timers.cancelAll();
      stopReturns();
      closeConnections();
    },
    notNow: turn.notNow,
    reactions,
    ...createChat(deps, store),
    ...devices.presses,
    ...createActions(scope, act, exits),
    ...broadcasting,
  };
}
