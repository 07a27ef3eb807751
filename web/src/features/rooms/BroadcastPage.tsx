import { BroadcastPreJoin } from './broadcast/BroadcastPreJoin.tsx';
import { RoomPage } from './RoomPage.tsx';

const preJoin = { broadcast: BroadcastPreJoin };

/** `/broadcast/{uuid}`: for the host the control room, for everyone else the pre-join screen and the broadcast. */
export default function BroadcastPage() {
  return <RoomPage preJoin={preJoin} />;
}
