import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of broadcasts: what a host, or an encoder, is told. */
export const broadcastRefusals = {
  interactive_only: { status: 409, message: 'A broadcast has no hands, no turns and no open microphone.' },
  stream_key_wrong: {
    status: 401,
    message: 'This stream key is not valid. Copy the present one from the control room.',
  },
  ingest_too_early: { status: 403, message: 'This broadcast takes a stream from 15 minutes before its start.' },
  ingest_over: { status: 403, message: 'This broadcast is over and takes no stream any more.' },
  ingest_busy: {
    status: 409,
    message: 'Another encoder is sending with this key. Stop it first, or make a new key in the control room.',
  },
  ingest_gone: { status: 410, message: 'This stream has ended. Start it again in the encoder.' },
  ingest_offer_bad: { status: 400, message: 'The encoder’s WebRTC offer cannot be used: {detail}.' },
  recording_unavailable: { status: 409, message: 'Only a stream by RTMP is recorded.' },
  recording_off: { status: 409, message: 'This broadcast is not being recorded.' },
  recording_disk_full: {
    status: 409,
    message: 'The disk is full, so the recording has stopped. The stream goes on.',
  },
  recording_not_kept: { status: 503, message: 'The recording cannot be stored right now.' },
  replay_tickets_only: { status: 403, message: 'The replay is for people with a ticket to this event.' },
  replay_not_yet: { status: 409, message: 'The replay comes after the end of the event.' },
  replay_gone: { status: 404, message: 'This event has no replay.' },
  replay_address_old: { status: 403, message: 'This address is no longer good. Open the replay again.' },
  ingest_session_unknown: { status: 404, message: 'There is no such stream.' },
  listener_only: { status: 403, message: 'Only Frontrow’s own listener reports here.' },
} as const satisfies Record<string, RefusalRow>;
