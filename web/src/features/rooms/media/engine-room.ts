import { AudioPresets, Room, type RoomConnectOptions, VideoPresets } from 'livekit-client';
import { camera } from './devices.ts';

/** Screen share: 1920x1080 at 10 frames per second, low priority (spec §9). */
export const screenSize = { width: 1920, height: 1080, frameRate: 10 };
const screenBitsMax = 2_500_000;
const cameraBitsMax = 3_000_000;
/** The engine's own attempts; after them a fresh token is asked for. */
const engineRetriesMax = 12;
const engineRetryMs = [0, 300, 600, 1000];

/** 1920x1080, or 1080x1920 on a phone held upright (spec §9). */
export const cameraSize = (portrait: boolean): typeof camera =>
  portrait ? { ...camera, width: camera.height, height: camera.width } : camera;

/**
 * A room of the engine with our way of sending: VP8 simulcast, pictures only as large and as long as somebody looks.
 * What is received has a connection of its own, which the engine offers: on a shared one it sends before the browser
 * has read its answer, and a first picture lost like that is sent again after a second.
 */
export function createEngineRoom(portrait: boolean): Room {
  const size = cameraSize(portrait);
  return new Room({
    singlePeerConnection: false,
    adaptiveStream: true,
    dynacast: true,
    disconnectOnPageLeave: true,
    reconnectPolicy: {
      nextRetryDelayInMs: ({ retryCount }) =>
        retryCount >= engineRetriesMax ? null : (engineRetryMs[retryCount] ?? 1000),
    },
    videoCaptureDefaults: { resolution: size },
    publishDefaults: {
      videoCodec: 'vp8',
      simulcast: true,
      videoEncoding: { maxBitrate: cameraBitsMax, maxFramerate: size.frameRate, priority: 'high' },
      videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h540],
      screenShareEncoding: { maxBitrate: screenBitsMax, maxFramerate: screenSize.frameRate, priority: 'low' },
      audioPreset: AudioPresets.music,
      degradationPreference: 'maintain-framerate',
    },
  });
}

/**
 * All there is comes with the connection, one round trip earlier than asked for; what was not chosen is let go at once.
 * On this machine no address service is needed, and none of a stranger's is asked.
 */
export function connectOptions(url: string): RoomConnectOptions {
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  return { autoSubscribe: true, ...(isLoopback ? { rtcConfig: { iceServers: [] } } : {}) };
}

/** Warms the way to the engine while the instructions are read, so that joining is quick. */
export async function prepareEngine(url: string): Promise<void> {
  await new Room().prepareConnection(url).catch(() => undefined);
}
