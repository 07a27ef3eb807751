import type { RoomMedia } from '../media/media-model.ts';
import type { Exits } from './exits.ts';
import type { OwnDevicesModel } from './own-devices.ts';
import type { RoomScope } from './room-scope.ts';
import { capabilitiesIn, priorityOf } from './room-state.ts';
import type { TurnModel } from './turn.ts';

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
export function followState(scope: RoomScope, { exits, media, devices, turn }: Followers): void {
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
