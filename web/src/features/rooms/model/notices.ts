import type { Device, DeviceTrouble } from '../media/permission-error.ts';

/** What the room tells the person. The sentences stand in the catalogue. */
export type Notice =
  | {
      kind:
        | 'startFailed'
        | 'joinFailed'
        | 'blocked'
        | 'unblocked'
        | 'finished'
        | 'takenDown'
        | 'openMicOn'
        | 'recordingOn'
        | 'turnLater'
        | 'screenUnsupported'
        | 'timeTaken'
        | 'unnamed';
    }
  /** `taken`: in this tab. It may have been taken before a reload, or on another device, without this knowing. */
  | { kind: 'turnOver'; taken: boolean }
  | { kind: 'device'; device: Device; why: DeviceTrouble }
  | { kind: 'refused'; message: string };
