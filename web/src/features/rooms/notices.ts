import type { Device, DeviceTrouble } from './media/permission-error.ts';

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
        | 'turnMissed'
        | 'turnOver'
        | 'screenUnsupported';
    }
  | { kind: 'device'; device: Device; why: DeviceTrouble }
  | { kind: 'refused'; message: string };
