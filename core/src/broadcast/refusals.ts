import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of broadcasts: what a host, or an encoder, is told. */
export const broadcastRefusals = {
  interactive_only: { status: 409, message: 'A broadcast has no hands, no turns and no open microphone.' },
  stream_key_wrong: {
    status: 401,
    message: 'This stream key is not valid. Copy the present one from the control room.',
  },
  stream_key_missing: {
    status: 401,
    message: 'The encoder sent no stream key. Copy it from the control room into its field for the bearer token.',
  },
  stream_key_in_query: {
    status: 401,
    message:
      'The stream key is in the query of the address, where servers on the way write it down. Put it into the ' +
      'encoder’s field for the bearer token, or end the address with /whip/ and the key.',
  },
  stream_key_scheme: {
    status: 401,
    message: 'The encoder did not send its stream key as a bearer token. Choose “Bearer token” in its settings.',
  },
  whip_address_unknown: {
    status: 404,
    message: 'There is no WHIP address like this. End it with /whip and send the stream key as the bearer token.',
  },
  whip_method: { status: 405, message: 'A WHIP address does not take {method}.' },
  ingest_offer_type: { status: 415, message: 'An offer is sent with the content type application/sdp.' },
  ingest_candidates_type: {
    status: 415,
    message: 'Candidates are sent with the content type application/trickle-ice-sdpfrag.',
  },
  ingest_candidates_bad: { status: 400, message: 'These ICE candidates cannot be read: {detail}.' },
  ingest_tag_missing: {
    status: 428,
    message: 'Send the ETag of the answer to the offer as If-Match, so that candidates reach the right connection.',
  },
  ingest_tag_stale: { status: 412, message: 'If-Match names another connection than the one of this stream.' },
  ingest_no_restart: {
    status: 422,
    message: 'The connection of a stream is not restarted. End it with DELETE and send a new offer.',
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
