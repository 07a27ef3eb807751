import { z } from 'zod';
import { amount, type EndpointTable, epochMs, eventUuid, namedAmount, nothing } from '../kernel/endpoint.ts';
import { playedRangesMax } from '@frontrow/core/broadcast/limits.ts';
import {
  restreamKeyCharsMax,
  restreamMinutesMax,
  restreamNameCharsMax,
  restreamProblems,
  restreamStates,
  restreamUrlCharsMax,
} from '@frontrow/core/broadcast/restream.ts';
import { wireReplayRefund } from '../ticketing/api.ts';
import { roomEntry, stateAnswer, wireChatMessage, wireRoomToken } from '../rooms/api.ts';

/** `busy`: no processor is left for it. `failed`: it keeps failing, and is tried again. */
const vp8State = z.enum(['starting', 'on', 'busy', 'failed']);

/** What our RTMP listener measures of a stream. Of WHIP the host's browser measures the same in the preview. */
export const wireStreamHealth = z.object({
  via: z.enum(['whip', 'rtmp']),
  codec: z.string().max(40).nullable(),
  width: z.number().int().nonnegative().nullable(),
  height: z.number().int().nonnegative().nullable(),
  fps: z.number().nonnegative().nullable(),
  bitrate_kbps: z.number().nonnegative().nullable(),
  key_frame_interval_s: z.number().nonnegative().nullable(),
  /** Frames lost in the last ten seconds. */
  dropped_frames: z.number().int().nonnegative(),
  /** Why frames are missing: they came late over the network, or the encoder never made them. */
  dropped_by: z.enum(['network', 'encoder']).optional(),
  reencoding: z.boolean(),
  /** Null: the stream has no sound. */
  audio_codec: z.string().max(40).nullable(),
  /** The loudest sample of the last second, from 0 to 1. */
  audio_level: z.number().min(0).max(1).nullable(),
  /** What the host must know at once, as a sentence. */
  problem: z.string().max(300).optional(),
  /** Of the copy in VP8; left out while no one needs it. */
  vp8: vp8State.optional(),
  at: epochMs,
});

const person = z.object({ username: z.string(), user_avatar: z.string().nullable() });

/** A stretch of a recording without a break. */
const wireReplayPart = z.object({
  /** Good until `addresses_until`, for this person alone; takes byte ranges. */
  url: z.string(),
  begins_at: epochMs,
  length_ms: z.number().int().positive(),
  bytes: z.number().int().positive(),
});

const wireReplay = z.object({
  event_uuid: eventUuid,
  title: z.string(),
  host: person,
  /** In order. Between two of them nothing was recorded. */
  parts: z.array(wireReplayPart),
  addresses_until: epochMs,
  /** It is deleted then, with the chat. */
  kept_until: epochMs,
  /** By the person who asks. */
  removable: z.boolean(),
});

const replayAccess = ['free', 'tickets', 'sale'] as const;

const wireReplayTrack = z.object({
  kind: z.enum(['camera', 'screen', 'audio']),
  /** Whose it is. */
  username: z.string(),
  begins_at: epochMs,
  ends_at: epochMs,
  /** The moment that is second 0 of the file; where something was cut out, it is before `begins_at`. */
  file_begins_at: epochMs,
  /** Good until `addresses_until`, for this person alone; takes byte ranges. */
  url: z.string(),
  mime_type: z.string(),
  /** It is to be heard: sound alone, or the stream of an encoder, which has picture and sound in one file. */
  has_sound: z.boolean(),
});

/** A recorded event. A player puts the tracks together to what the room showed. */
const wireRecordedEvent = z.object({
  /** `processing`: the event has just ended, and its last seconds are still being stored. */
  state: z.enum(['none', 'processing', 'ready', 'removed']),
  event_uuid: eventUuid,
  title: z.string(),
  host: person,
  tracks: z.array(wireReplayTrack),
  /** Who had the stage from when on; null: no viewer. */
  stage: z.array(z.object({ at: epochMs, username: z.string().nullable() })),
  chapters: z.array(z.object({ at: epochMs, kind: z.enum(['turn', 'question', 'poll']), title: z.string() })),
  addresses_until: epochMs,
  kept_until: epochMs,
  removable: z.boolean(),
  /** Who may watch: everyone, people with a ticket to the event, or besides them people with a replay ticket. */
  access: z.enum(replayAccess),
  /** `preview`: the caller has no ticket, and tracks end after the first two minutes. */
  watch: z.enum(['full', 'preview']),
  /** The caller may download it as one video. */
  downloadable: z.boolean(),
  /** The whole recording. */
  length_ms: z.number().int().nonnegative(),
  /** Stretches that the host cut out, rounded to whole pieces. Nothing of them is served, and players skip them. */
  skips: z.array(z.object({ from: epochMs, to: epochMs })),
  /** For its host: what was cut out, and whether that can be undone. */
  cuts: z.array(z.object({ cut_uuid: z.string(), from: epochMs, to: epochMs, undoable: z.boolean() })),
  /** What prices of the event are in. */
  currency_code: z.string(),
  /** While the replay is for sale: the listed price, and what a buyer pays. */
  price: amount.optional(),
  offer: z.object({ price: amount, fee: amount, total: amount, currency_code: z.string() }).optional(),
  /** For people who watch with a replay ticket. */
  refund: wireReplayRefund.optional(),
  /** The streams of a broadcast's encoder alone, for clients of the last release. */
  replay: wireReplay.nullable(),
});

/** A replay as one MP4, which is made when someone asks for it, one at a time. */
const wireReplayDownload = z.object({
  /** `none`: no one has asked for it since the replay changed last. */
  state: z.enum(['none', 'queued', 'running', 'ready', 'failed']),
  /** In percent. */
  progress: z.number().int().min(0).max(100),
  /** How many are made before it. */
  ahead: z.number().int().nonnegative(),
  problem: z.enum(['disk_full', 'failed']).nullable(),
  /** Whether one can be made on this site. */
  available: z.boolean(),
  /** By the host: everyone who watches the whole replay may download it. */
  viewers_allowed: z.boolean(),
  /** Good until `addresses_until`, for this person alone; takes byte ranges. */
  file: z
    .object({ url: z.string(), bytes: z.number().int().positive(), addresses_until: epochMs, kept_until: epochMs })
    .nullable(),
});

const wireTranscript = z.object({
  /** In order. Lines of people who stayed off the recording are not in it. */
  lines: z.array(z.object({ from: epochMs, to: epochMs, username: z.string(), text: z.string() })),
});

const epochMsQuery = z.coerce.number().int().nonnegative().default(0);

const feedSource = z.enum(['encoder', 'camera']);

/** The host's way to send: addresses, the secret key, and what is known of the encoder. */
export const wireIngest = z.object({
  whip_url: z.string(),
  /** Null where no RTMP listener runs. */
  rtmp_url: z.string().nullable(),
  /** Only where a certificate is configured. */
  rtmps_url: z.string().optional(),
  stream_key: z.string(),
  state: z.enum(['waiting', 'preview', 'live', 'lost']),
  source: feedSource,
  health: wireStreamHealth.nullable(),
  /** Why the encoder was refused last; null once a picture of it was taken. */
  refusal: z.object({ sentence: z.string(), at: epochMs }).nullable(),
  recording: z.object({
    /** The host wants it; while live it is done. */
    enabled: z.boolean(),
    available: z.boolean(),
    /** Why it is not available. */
    because: z.enum(['no_rtmp', 'camera', 'whip']).nullable(),
    /** Why the recording stopped, as a sentence. */
    problem: z.string().nullable(),
  }),
  /** A copy of the encoder's video in VP8, for browsers that cannot show H.264. */
  vp8: z.object({
    /** By the host. */
    allowed: z.boolean(),
    /** Where our RTMP listener runs. */
    available: z.boolean(),
    /** `off`: no one needs it now. */
    state: z.enum(['off', ...vp8State.options]),
  }),
});

const targetOf = z.object({ event_uuid: eventUuid, target_id: z.uuid().toLowerCase() });

/** Services that a broadcast is copied to. Their keys are never answered. */
const wireRestreams = z.object({
  targets: z.array(
    z.object({
      target_id: z.string(),
      name: z.string(),
      url: z.string(),
      /** Only the first minutes are copied; null: all of it. */
      minutes: z.number().int().nullable(),
      enabled: z.boolean(),
      state: z.enum(restreamStates),
      /** Why it failed last. It is tried again, with growing waits. */
      problem: z.enum(restreamProblems).nullable(),
    }),
  ),
  maximum: z.number().int(),
});

export const broadcastApi = {
  'GET /events/:uuid/ingest': {
    summary: 'Addresses and stream key of a broadcast, and the state of its encoder; for its owner',
    params: z.object({ uuid: eventUuid }),
    answer: wireIngest,
  },
  'POST /events/ingest/rotate_key': {
    summary: 'Make a new stream key; an encoder on the old one is cut',
    body: z.object({ event_uuid: eventUuid }),
    answer: wireIngest,
  },
  'POST /events/ingest/open': {
    summary: "Enter the control room: the host's private preview, without going live",
    body: roomEntry,
    answer: wireRoomToken,
  },
  'POST /events/ingest/select_source': {
    summary: 'Show the encoder, or the camera or screen of this browser',
    body: z.object({ event_uuid: eventUuid, source: feedSource }),
    answer: stateAnswer,
  },
  'POST /events/ingest/record': {
    summary: 'Record the broadcast while it is live; everyone in the room sees it',
    body: z.object({ event_uuid: eventUuid, enabled: z.boolean() }),
    answer: wireIngest,
  },
  'GET /events/:uuid/restreams': {
    summary: 'Services that a broadcast is copied to while its encoder sends RTMP, and their state; for its owner',
    params: z.object({ uuid: eventUuid }),
    answer: wireRestreams,
  },
  'POST /events/restreams/add': {
    summary: 'Copy a broadcast to another RTMP server, all of it or its first minutes. The key is never shown again',
    body: z.object({
      event_uuid: eventUuid,
      name: z.string().trim().min(1).max(restreamNameCharsMax),
      url: z.string().max(restreamUrlCharsMax),
      key: z.string().trim().min(1).max(restreamKeyCharsMax),
      minutes: z.number().int().min(1).max(restreamMinutesMax).nullable(),
    }),
    answer: wireRestreams,
  },
  'POST /events/restreams/switch': {
    summary: 'Copy to this service, or stop',
    body: targetOf.extend({ enabled: z.boolean() }),
    answer: wireRestreams,
  },
  'POST /events/restreams/remove': {
    summary: 'Forget a service and its key',
    body: targetOf,
    answer: wireRestreams,
  },
  'POST /events/ingest/allow_vp8': {
    summary: 'Send a copy of the encoder’s video in VP8 while someone whose browser cannot show H.264 is watching',
    body: z.object({ event_uuid: eventUuid, enabled: z.boolean() }),
    answer: wireIngest,
  },
  'GET /events/:uuid/replay': {
    summary:
      'What was recorded of an event that is over: tracks, stage and chapters. While it is for sale, people without ' +
      'a ticket get its first two minutes.',
    params: z.object({ uuid: eventUuid }),
    answer: wireRecordedEvent,
  },
  'GET /events/:uuid/replay/chat': {
    summary: 'What was written in the room between two moments, at most five minutes apart; the newest 300',
    params: z.object({ uuid: eventUuid }),
    query: z.object({ from: epochMsQuery, to: epochMsQuery }),
    answer: z.object({ messages: z.array(wireChatMessage) }),
  },
  'GET /events/:uuid/replay/transcript': {
    summary: 'What was said on stage, with the moments, for people who watch the replay; with `format=vtt` as WebVTT',
    params: z.object({ uuid: eventUuid }),
    query: z.object({ format: z.enum(['json', 'vtt']).default('json') }),
    answer: wireTranscript,
  },
  'POST /events/replay/played': {
    summary:
      'What a player played of a replay since its last report. Of a replay ticket, what was sent without being ' +
      'played counts less towards the tenth that ends the right to a refund.',
    body: z.strictObject({
      event_uuid: eventUuid,
      played: z.array(z.strictObject({ from: epochMs, to: epochMs })).max(playedRangesMax),
    }),
    answer: z.object({ refund: wireReplayRefund.nullable() }),
  },
  'GET /events/:uuid/replay/download': {
    summary: 'How far the MP4 of a replay is, and where it is; for its host, and for viewers where the host allows it',
    params: z.object({ uuid: eventUuid }),
    answer: wireReplayDownload,
  },
  'POST /events/replay/prepare_download': {
    summary: 'Have a replay made into one MP4. It is kept for seven days, or until the replay is changed',
    body: z.strictObject({ event_uuid: eventUuid }),
    answer: wireReplayDownload,
  },
  'POST /events/replay/allow_downloads': {
    summary: 'As its host, allow everyone who watches the whole replay to download it',
    body: z.strictObject({ event_uuid: eventUuid, enabled: z.boolean() }),
    answer: wireReplayDownload,
  },
  'POST /events/replay/publish': {
    summary: 'As its host, offer the replay to everyone, to people with a ticket, or for sale at a price',
    body: z.strictObject({ event_uuid: eventUuid, access: z.enum(replayAccess), price: namedAmount.optional() }),
    answer: wireRecordedEvent,
  },
  'POST /events/replay/cut': {
    summary: 'As its host, cut a stretch out of the replay: nothing of it is served anymore',
    body: z.strictObject({ event_uuid: eventUuid, from: epochMs, to: epochMs }),
    answer: wireRecordedEvent,
  },
  'POST /events/replay/restore': {
    summary: 'Undo a cut, until the replay is published after it',
    body: z.strictObject({ event_uuid: eventUuid, cut_uuid: z.uuid().toLowerCase() }),
    answer: wireRecordedEvent,
  },
  'POST /events/replay/remove': {
    summary: 'Delete the recording of an event for good, as its host. Replay tickets of the last 14 days are refunded.',
    body: z.object({ event_uuid: eventUuid }),
    answer: nothing,
  },
  'GET /events/:uuid/hls/live.m3u8': {
    summary: 'Playlist of a live broadcast from its beginning. Open to caches: its segments play with keys only',
    params: z.object({ uuid: eventUuid }),
    query: z.object({ _HLS_skip: z.string().max(4).optional() }),
    answer: nothing,
    file: 'application/vnd.apple.mpegurl',
  },
  'GET /events/:uuid/hls/segments/:part/:file': {
    summary: 'A file that the playlist names: it never changes. Segments are encrypted with AES-128',
    params: z.object({
      uuid: eventUuid,
      part: z.uuid().toLowerCase(),
      file: z.string().regex(/^(init\.mp4|\d{1,5}\.m4s)$/),
    }),
    answer: nothing,
    file: 'video/mp4',
  },
  'GET /events/:uuid/hls/keys/:number': {
    summary: 'The key of some minutes of a live broadcast, for people who are in its room with a ticket',
    params: z.object({ uuid: eventUuid, number: z.coerce.number().int().min(0).max(99_999) }),
    answer: nothing,
    file: 'application/octet-stream',
  },
  'GET /events/:uuid/chat/latest': {
    summary: 'Which file of the chat is the newest, and the current key. Open to caches',
    params: z.object({ uuid: eventUuid }),
    answer: nothing,
    file: 'application/json',
  },
  'GET /events/:uuid/chat/files/:number': {
    summary: 'What happened in the room after the file before: it never changes, and is sealed with a key of live HLS',
    params: z.object({ uuid: eventUuid, number: z.coerce.number().int().min(0).max(9_999_999) }),
    answer: nothing,
    file: 'application/octet-stream',
  },
  'POST /events/ingest/report': {
    summary: "The host's browser says whether the encoder's picture arrives; a silent encoder may be replaced",
    body: z.object({ event_uuid: eventUuid, receiving: z.boolean() }),
    answer: nothing,
  },
} as const satisfies EndpointTable;

export type WireReplay = z.infer<typeof wireReplay>;
export type WireRecordedEvent = z.infer<typeof wireRecordedEvent>;
export type WireReplayDownload = z.infer<typeof wireReplayDownload>;
export type WireTranscript = z.infer<typeof wireTranscript>;
export type WireIngest = z.infer<typeof wireIngest>;
export type WireStreamHealth = z.infer<typeof wireStreamHealth>;
