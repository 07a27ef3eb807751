import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of broadcasts, with the sentence that hosts, viewers or encoders read. */
export const broadcastRefusals = {
  interactive_only: { status: 409, message: 'Broadcasts have no raised hands, turns or open mic.' },
  stream_key_wrong: {
    status: 401,
    message: 'This stream key is not valid. Copy the current one from the control room.',
  },
  stream_key_missing: {
    status: 401,
    message: 'The encoder sent no stream key. Copy it from the control room into the encoder’s bearer token field.',
  },
  stream_key_in_query: {
    status: 401,
    message:
      'The stream key is in the URL’s query string, which servers along the way may log. Enter it in ' +
      'the encoder’s bearer token field, or end the URL with /whip/ and the key.',
  },
  stream_key_scheme: {
    status: 401,
    message: 'The encoder did not send its stream key as a bearer token. Choose “Bearer token” in its settings.',
  },
  whip_address_unknown: {
    status: 404,
    message:
      'There is no WHIP endpoint at this URL. End the URL with /whip and send the stream key as the bearer token.',
  },
  whip_method: { status: 405, message: 'A WHIP endpoint does not accept {method}.' },
  ingest_offer_type: { status: 415, message: 'Send the offer with the content type application/sdp.' },
  ingest_candidates_type: {
    status: 415,
    message: 'Send candidates with the content type application/trickle-ice-sdpfrag.',
  },
  ingest_candidates_bad: { status: 400, message: 'We can’t parse these ICE candidates: {detail}.' },
  ingest_tag_missing: {
    status: 428,
    message: 'Send the ETag of the answer as If-Match, so that the candidates reach the right connection.',
  },
  ingest_tag_stale: { status: 412, message: 'If-Match names a different connection from the one this stream uses.' },
  ingest_no_restart: {
    status: 422,
    message: 'ICE restarts are not supported. End the stream with DELETE and send a new offer.',
  },
  ingest_too_early: { status: 403, message: 'This broadcast accepts a stream from 15 minutes before its start.' },
  ingest_over: { status: 403, message: 'This broadcast has ended and no longer accepts a stream.' },
  ingest_busy: {
    status: 409,
    message: 'Another encoder is streaming with this key. Stop it first, or create a new key in the control room.',
  },
  ingest_gone: { status: 410, message: 'This stream has ended. Start it again in the encoder.' },
  ingest_offer_bad: { status: 400, message: 'We can’t use the encoder’s WebRTC offer: {detail}.' },
  recording_unavailable: { status: 409, message: 'Private meetings can’t be recorded.' },
  recorder_missing: {
    status: 409,
    message: 'This event can’t be recorded, because no recorder is running on this site. Ask its administrator.',
  },
  recording_off: { status: 409, message: 'This event is not being recorded.' },
  recording_disk_full: {
    status: 409,
    message: 'The disk is full, so the recording has stopped. The stream continues.',
  },
  recording_not_kept: { status: 503, message: 'We can’t store the recording right now.' },
  replay_tickets_only: { status: 403, message: 'The replay is only available to ticket holders.' },
  replay_not_yet: { status: 409, message: 'The replay will be available after the event ends.' },
  replay_price_range: {
    status: 400,
    message: 'The price of a replay must be between {minimum} and {maximum} {currency}.',
  },
  replay_sale_too_late: {
    status: 409,
    message: 'This replay will be deleted in less than 14 days, so it can’t be sold anymore.',
  },
  replay_cut_range: {
    status: 400,
    message: 'Choose a stretch of at least one second within the recording that leaves something to watch.',
  },
  replay_cuts_max: { status: 409, message: 'A replay can have at most {maximum} cuts.' },
  replay_cut_final: {
    status: 409,
    message: 'You have published the replay since you made this cut, so it can’t be undone.',
  },
  replay_cut_unknown: { status: 404, message: 'We can’t find that cut.' },
  replay_played_range: { status: 400, message: 'Report only what was played of this replay.' },
  replay_not_for_sale: { status: 409, message: 'This replay isn’t for sale.' },
  replay_gone: { status: 404, message: 'This event has no replay.' },
  replay_taken_down: { status: 403, message: 'We took this replay down because it broke our rules.' },
  own_replay_taken_down: {
    status: 403,
    message: 'We took your replay down. Reason: {reason}',
  },
  replay_is_taken_down: { status: 409, message: 'This replay is already taken down.' },
  replay_not_taken_down: { status: 409, message: 'This replay isn’t taken down.' },
  replay_address_old: { status: 403, message: 'This link has expired. Open the replay again.' },
  replay_download_off: { status: 403, message: 'The host hasn’t allowed downloads of this replay.' },
  replay_download_unavailable: {
    status: 409,
    message: 'Replays can’t be downloaded, because no video encoder is running on this site. Ask its administrator.',
  },
  replay_download_gone: { status: 404, message: 'This video is no longer available. Prepare the download again.' },
  podcast_episode_gone: { status: 404, message: 'This episode is no longer available.' },
  broadcast_webrtc_full: {
    status: 409,
    message:
      'This broadcast is full right now: the host’s video format reaches at most {maximum} viewers at the same time. ' +
      'Please try again in a moment.',
  },
  hls_tickets_only: { status: 403, message: 'Only ticket holders can watch this broadcast.' },
  restream_targets_maximum: {
    status: 409,
    message: 'A broadcast can be copied to at most {maximum} other services. Remove one first.',
  },
  restream_target_unknown: { status: 404, message: 'We can’t find that service. It may have been removed.' },
  restream_url_invalid: {
    status: 400,
    message: 'Enter the server URL of the other service. It begins with rtmp:// or rtmps://.',
  },
  restream_url_private: { status: 400, message: 'Enter a server on the public internet.' },
  hls_not_yet: { status: 404, message: 'This broadcast has no video to play yet. Please try again in a moment.' },
  ingest_session_unknown: { status: 404, message: 'We can’t find that stream.' },
  listener_only: { status: 403, message: 'Only Frontrow’s RTMP listener can report here.' },
} as const satisfies Record<string, RefusalRow>;
