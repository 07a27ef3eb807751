import type { PreJoinProps } from '../pre-join/PreJoinLayout.tsx';
import { HostPreJoin } from './HostPreJoin.tsx';
import { ViewerPreJoin } from './ViewerPreJoin.tsx';

/** What is shown before a broadcast. */
export const BroadcastPreJoin = (props: PreJoinProps) =>
  props.isOwner ? <HostPreJoin {...props} /> : <ViewerPreJoin {...props} />;
