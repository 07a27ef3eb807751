import { type Machine, machine } from '../kernel/machine.ts';

/** Waiting: no encoder yet. Preview: it sends, the event is not live. Live: it sends on air. Lost: it was there. */
export type IngestState = 'waiting' | 'preview' | 'live' | 'lost';

/**
 * `appear`: the encoder sends before the start, `appearLive` while live; `stop`: it said goodbye; `drop`: it is gone.
 */
export type IngestTrigger = 'appear' | 'appearLive' | 'goLive' | 'stop' | 'drop' | 'reset';

/**
 * The encoder state shown to audience and host (rule B4). A stream that was on air is lost when it stops, however
 * politely: the audience sees the slate and waits.
 */
export const ingestMachine: Machine<IngestState, IngestTrigger> = machine('ingest', 'waiting', {
  waiting: { appear: 'preview', appearLive: 'live' },
  preview: { goLive: 'live', stop: 'waiting', drop: 'lost' },
  live: { stop: 'lost', drop: 'lost' },
  lost: { appear: 'preview', appearLive: 'live', reset: 'waiting' },
});
