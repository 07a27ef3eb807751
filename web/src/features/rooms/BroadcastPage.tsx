import { BroadcastDoor } from './broadcast/BroadcastDoor.tsx';
import { RoomPage } from './RoomPage.tsx';

const doors = { broadcast: BroadcastDoor };

/** `/broadcast/{uuid}`: for the host the control room, for everybody else the instructions and the broadcast. */
export default function BroadcastPage() {
  return <RoomPage doors={doors} />;
}
