import { accessTokenHeader, clientVersion, publicToken } from '@frontrow/contract/kernel/headers.ts';
import { isMobileDevice } from '../mobile-device.ts';

type Permission = 'granted' | 'denied' | 'prompt' | 'unknown';

/** What the browser told us about its devices; asked once, in the background, and never prompts. */
const devices: {
  camera: Permission;
  microphone: Permission;
  cameraPresent: boolean | null;
  microphonePresent: boolean | null;
} = {
  camera: 'unknown',
  microphone: 'unknown',
  cameraPresent: null,
  microphonePresent: null,
};

async function permission(name: 'camera' | 'microphone'): Promise<Permission> {
  try {
    return (await navigator.permissions.query({ name })).state;
  } catch {
    return 'unknown';
  }
}

/**
 * Looks at devices and permissions for the request headers. Call when the page is idle, and again after a permission
 * prompt.
 */
export async function lookAtDevices(): Promise<void> {
  devices.camera = await permission('camera');
  devices.microphone = await permission('microphone');
  try {
    const found = await navigator.mediaDevices.enumerateDevices();
    devices.cameraPresent = found.some((device) => device.kind === 'videoinput');
    devices.microphonePresent = found.some((device) => device.kind === 'audioinput');
  } catch {
    // No secure context or no media at all: presence stays unknown.
  }
}

const presence = (present: boolean | null): string => (present === null ? 'unknown' : String(present));

/** The headers every request carries. */
export function clientHeaders(token: string | null, language: string): Record<string, string> {
  const screenSize = typeof screen === 'undefined' ? 'unknown' : `${screen.width}x${screen.height}`;
  return {
    [accessTokenHeader]: token ?? publicToken,
    'x-platform': isMobileDevice() ? 'mobile' : 'web',
    'x-display-resolution': screenSize,
    'x-camera-permission': devices.camera,
    'x-camera-present': presence(devices.cameraPresent),
    'x-microphone-permission': devices.microphone,
    'x-microphone-present': presence(devices.microphonePresent),
    'x-websocket-support': String(typeof WebSocket !== 'undefined'),
    'content-language': language,
    'x-build': clientVersion,
  };
}
