import type { LocalTrack, RemoteTrack, RemoteTrackPublication, Room, TrackPublication } from 'livekit-client';
import { Track } from 'livekit-client';
import { readAmplitude } from './level-meter.ts';
import type { FeedSample, PictureSample } from './media-model.ts';
import { nameOf } from './tracks.ts';

type Report = Readonly<Record<string, unknown>>;

const numberIn = (report: Report | undefined, key: string): number => Number(report?.[key] ?? 0);

/** The reports of one track by their type, and the name of a codec among them. */
function readStats(stats: RTCStatsReport) {
  const all = [...stats.values()] as Report[];
  const of = (type: string): Report[] => all.filter((report) => report['type'] === type);
  const codecOf = (report: Report | undefined): string => {
    const mimeType = all.find((one) => one['id'] === report?.['codecId'])?.['mimeType'];
    return typeof mimeType === 'string' ? mimeType.replace(/^\w+\//, '') : '';
  };
  return { of, codecOf };
}

async function received(publication: TrackPublication) {
  const stats = await (publication.track as RemoteTrack | undefined)?.receiver?.getStats();
  if (!stats) return null;
  const { of, codecOf } = readStats(stats);
  const [inbound] = of('inbound-rtp');
  return inbound ? { inbound, codec: codecOf(inbound) } : null;
}

async function receivedPicture(publication: TrackPublication): Promise<Omit<PictureSample, 'source'> | null> {
  const found = await received(publication);
  if (!found) return null;
  const { inbound, codec } = found;
  return {
    key: `${publication.trackSid}:${String(inbound['ssrc'])}`,
    frames: numberIn(inbound, 'framesDecoded'),
    bytes: numberIn(inbound, 'bytesReceived'),
    codec,
    width: numberIn(inbound, 'frameWidth'),
    height: numberIn(inbound, 'frameHeight'),
    fps: numberIn(inbound, 'framesPerSecond'),
    keyFrames: numberIn(inbound, 'keyFramesDecoded'),
    dropped: numberIn(inbound, 'framesDropped'),
  };
}

/** Of what is sent. While nobody watches nothing is encoded, so frames are counted where they come from the device. */
async function sentPicture(publication: TrackPublication, at: number): Promise<Omit<PictureSample, 'source'> | null> {
  const track = publication.track as LocalTrack | undefined;
  const stats = await track?.sender?.getStats();
  if (!track || !stats) return null;
  const { of, codecOf } = readStats(stats);
  const [device] = of('media-source');
  const sent = of('outbound-rtp');
  const isAlive = track.mediaStreamTrack.readyState === 'live' && !track.mediaStreamTrack.muted;
  return {
    key: `${publication.trackSid}:own`,
    // A screen on which nothing moves has no new frames, and is on air nevertheless.
    frames: isAlive ? at : 0,
    bytes: sent.reduce((sum, layer) => sum + numberIn(layer, 'bytesSent'), 0),
    codec: codecOf(sent[0]),
    width: numberIn(device, 'width'),
    height: numberIn(device, 'height'),
    fps: numberIn(device, 'framesPerSecond'),
    keyFrames: null,
    dropped: null,
  };
}

async function soundOf(publication: TrackPublication, local: boolean): Promise<FeedSample['sound']> {
  if (!local) {
    const found = await received(publication);
    return found && { level: numberIn(found.inbound, 'audioLevel'), codec: found.codec };
  }
  const track = publication.track as LocalTrack | undefined;
  const stats = await track?.sender?.getStats();
  if (!track || !stats) return null;
  const { of, codecOf } = readStats(stats);
  const [device] = of('media-source');
  const level =
    typeof device?.['audioLevel'] === 'number' ? device['audioLevel'] : ownAmplitude(track.mediaStreamTrack);
  return { level, codec: codecOf(of('outbound-rtp')[0]) };
}

const amplitudes = new WeakMap<MediaStreamTrack, () => number>();
/** Firefox names no `audioLevel` of a microphone, so there the track itself is measured. */
function ownAmplitude(track: MediaStreamTrack): number {
  const read = amplitudes.get(track) ?? readAmplitude(track);
  amplitudes.set(track, read);
  return read();
}

/** Measures what the named person, or the encoder, sends: received by this browser, or its own. */
export async function measureFeed(room: Room, owner: string): Promise<FeedSample> {
  const everybody = [room.localParticipant, ...room.remoteParticipants.values()];
  const feeding = everybody.find((one) => nameOf(one) === owner);
  const local = feeding === room.localParticipant;
  const offered = [...(feeding?.trackPublications.values() ?? [])].filter((one) => one.track && !one.isMuted);
  const screen = offered.find((one) => one.source === Track.Source.ScreenShare);
  const picture = screen ?? offered.find((one) => one.kind === Track.Kind.Video);
  const sound = offered.find((one) => one.kind === Track.Kind.Audio);
  const at = performance.now();
  const measured = picture && (local ? await sentPicture(picture, at) : await receivedPicture(picture));
  return {
    at,
    paused: document.hidden || (!local && picture !== undefined && !(picture as RemoteTrackPublication).isEnabled),
    picture: measured ? { ...measured, source: screen ? 'screen' : 'camera' } : null,
    sound: sound ? await soundOf(sound, local) : null,
  };
}
