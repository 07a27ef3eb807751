import { AudioPresets, BackupCodecPolicy, Room, type RoomConnectOptions, VideoPresets } from 'livekit-client';
import { camera } from './devices.ts';
import { sendsH264 } from './video-support.ts';

/** How a shared screen is captured and sent, with low priority. */
export const screenSize = { width: 1920, height: 1080, frameRate: 10 };
const screenBitsMax = 2_500_000;
const cameraBitsMax = 3_000_000;
/** LiveKit's own attempts to reconnect. After them we ask for a fresh token. */
const engineRetriesMax = 12;
const engineRetryMs = [0, 300, 600, 1000];

/** 1920x1080, or 1080x1920 where a portrait picture has to be asked for. */
export const cameraSize = (portrait: boolean): typeof camera =>
  portrait ? { ...camera, width: camera.height, height: camera.width } : camera;

/**
 * A LiveKit room that sends as we want it: in several sizes, and only those that somebody watches. In a broadcast it
 * prefers H.264, which reaches viewers by HLS as well, and adds VP8 while one of its viewers needs that. Sending and
 * receiving use two connections. On a shared one the engine sends before the browser has read its answer, and a first
 * picture that is lost that way is only sent again after a second.
 */
export function createEngineRoom(isBroadcast: boolean): Room {
  answerInStereo();
  return new Room({
    singlePeerConnection: false,
    adaptiveStream: true,
    dynacast: true,
    disconnectOnPageLeave: true,
    reconnectPolicy: {
      nextRetryDelayInMs: ({ retryCount }) =>
        retryCount >= engineRetriesMax ? null : (engineRetryMs[retryCount] ?? 1000),
    },
    videoCaptureDefaults: { resolution: camera },
    publishDefaults: {
      videoCodec: isBroadcast && sendsH264() ? 'h264' : 'vp8',
      backupCodec: { codec: 'vp8' },
      // Otherwise one viewer without H.264 would move everyone to VP8, and no one could watch by HLS.
      backupCodecPolicy: BackupCodecPolicy.SIMULCAST,
      simulcast: true,
      videoEncoding: { maxBitrate: cameraBitsMax, maxFramerate: camera.frameRate, priority: 'high' },
      videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h540],
      screenShareEncoding: { maxBitrate: screenBitsMax, maxFramerate: screenSize.frameRate, priority: 'low' },
      audioPreset: AudioPresets.music,
      degradationPreference: 'maintain-framerate',
    },
  });
}

/** An answer that takes stereo in everything it receives as Opus (RFC 7587). Firefox writes it itself. */
export function withStereo(answer: string): string {
  const opus = new Set([...answer.matchAll(/^a=rtpmap:(\d+) opus\/48000\/2\r?$/gim)].map(([, type]) => type));
  return answer.replaceAll(/^a=fmtp:(\d+) (?!(?:[^\r\n]*[ ;])?stereo=)[^\r\n]*/gm, (line, type) =>
    opus.has(type) ? `${line};stereo=1` : line,
  );
}

let answersInStereo = false;

/**
 * The engine does not say that the sound of an encoder is stereo, and browsers mix down what their answer does not take
 * in stereo. LiveKit's client writes it into the answer only where the engine said so, and has no setting for it.
 */
function answerInStereo(): void {
  if (answersInStereo || typeof RTCPeerConnection === 'undefined') return;
  answersInStereo = true;
  const prototype: { createAnswer: () => Promise<RTCSessionDescriptionInit> } = RTCPeerConnection.prototype;
  const { createAnswer } = prototype;
  prototype.createAnswer = async function (this: RTCPeerConnection) {
    const { type, sdp = '' } = await createAnswer.call(this);
    return { type, sdp: withStereo(sdp) };
  };
}

/**
 * Subscribes to everything with the connection, which is one round trip faster than asking; what was not chosen is
 * unsubscribed at once. An engine on the same machine needs no STUN server, so none is asked.
 */
export function connectOptions(url: string): RoomConnectOptions {
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  return { autoSubscribe: true, ...(isLoopback ? { rtcConfig: { iceServers: [] } } : {}) };
}

/**
 * Prepares the connection to the engine while the pre-join screen is open, so that joining is fast. An engine behind
 * the page's address needs none: the browser is connected to it already.
 */
export async function prepareEngine(url: string): Promise<void> {
  if (new URL(url).host === location.host) return;
  await new Room().prepareConnection(url).catch(() => undefined);
}
