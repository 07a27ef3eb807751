/** What the room has to tell the person; the sentences live in the catalogue (spec §8). */
export type Notice =
  | {
      kind:
        | 'startFailed'
        | 'joinFailed'
        | 'cameraDenied'
        | 'microphoneDenied'
        | 'blocked'
        | 'unblocked'
        | 'finished'
        | 'takenDown'
        | 'openMicOn'
        | 'turnOver'
        | 'screenUnsupported';
    }
  | { kind: 'refused'; message: string };
