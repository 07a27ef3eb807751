import type { Device, DeviceTrouble } from '../media/permission-error.ts';

/** What the room has to tell the person; the sentences live in the catalogue (spec §8). */
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
        | 'turnLater'
        | 'screenUnsupported'
        | 'unnamed';
    }
  /** Taken in this tab; before a reload, or on another device, it may have been taken as well. */
  | { kind: 'turnOver'; taken: boolean }
  | { kind: 'device'; device: Device; why: DeviceTrouble }
  | { kind: 'refused'; message: string };
