import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { type Device, deviceError } from './permission-error.ts';

export type DeviceKind = 'videoinput' | 'audioinput';

export interface DeviceChoice {
  readonly id: string;
  readonly label: string;
}

/** The chosen devices are stored in this browser. */
const storedKeys: Record<DeviceKind, string> = {
  videoinput: 'frontrow-video-input',
  audioinput: 'frontrow-audio-input',
};

export const chosenDevice = (kind: DeviceKind): string | null => readStored(storedKeys[kind]);
export const chooseDevice = (kind: DeviceKind, id: string): void => void writeStored(storedKeys[kind], id);

export const camera: { width: number; height: number; frameRate: number } = {
  width: 1920,
  height: 1080,
  frameRate: 24,
};

/**
 * Phones and tablets turn the picture as they are held, and take the wished size for the one of a phone on its side:
 * asked for a portrait picture while upright, they send one that lies on its side. Said by the browser's name, because
 * nothing else tells them from a narrow window or a screen that can be touched.
 */
export const turnsPictures = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /Android|iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/**
 * Cameras or microphones of this machine. Those whose names the browser hides, for lack of permission, are left out.
 */
export async function listDevices(kind: DeviceKind): Promise<DeviceChoice[]> {
  if (typeof navigator.mediaDevices === 'undefined') return [];
  const all = await navigator.mediaDevices.enumerateDevices();
  return all
    .filter((device) => device.kind === kind && device.deviceId !== '' && device.label !== '')
    .map((device) => ({ id: device.deviceId, label: device.label }));
}

/** Calls the listener when a device was plugged in or out. Returns what stops it. */
export function onDevicesChange(listener: () => void): () => void {
  if (typeof navigator.mediaDevices === 'undefined') return () => undefined;
  navigator.mediaDevices.addEventListener('devicechange', listener);
  return () => navigator.mediaDevices.removeEventListener('devicechange', listener);
}

/** Opens the chosen camera for the preview, which nobody else sees. Throws `DevicePermissionError`. */
export async function openCamera(): Promise<MediaStreamTrack> {
  return open('camera', {
    video: {
      ...wish('videoinput'),
      width: { ideal: camera.width },
      height: { ideal: camera.height },
      frameRate: { ideal: camera.frameRate },
    },
  });
}

/** Opens the chosen microphone for its level, which nobody hears. Throws `DevicePermissionError`. */
export async function openMicrophone(): Promise<MediaStreamTrack> {
  return open('microphone', { audio: { ...wish('audioinput'), echoCancellation: true, noiseSuppression: true } });
}

function wish(kind: DeviceKind): { deviceId?: ConstrainDOMString } {
  const id = chosenDevice(kind);
  return id === null ? {} : { deviceId: { ideal: id } };
}

async function open(device: Device, constraints: MediaStreamConstraints): Promise<MediaStreamTrack> {
  try {
    if (typeof navigator.mediaDevices === 'undefined')
      throw new DOMException('No devices without a secure page', 'NotFoundError');
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    return stream.getTracks()[0]!;
  } catch (error) {
    throw deviceError(device, error);
  }
}

/** Whether the browser already has permission, so that opening the device shows no prompt. */
export async function isAllowed(device: Device): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: device })).state === 'granted';
  } catch {
    return false;
  }
}

/** Screen sharing works in desktop browsers only. */
export const canShareScreen = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';
