export type Device = 'camera' | 'microphone';

/** "Camera permissions denied" or "microphone permissions denied" (spec §8, track acquisition). */
export class DevicePermissionError extends Error {
  readonly device: Device;
  /** Denied by a person or a policy; otherwise the device is missing, busy or broken. */
  readonly denied: boolean;

  constructor(device: Device, denied: boolean, cause: unknown) {
    super(`${device} permissions denied`, { cause });
    this.name = 'DevicePermissionError';
    this.device = device;
    this.denied = denied;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Any failure to get a device, named as the room names it. */
export function deviceError(device: Device, error: unknown): DevicePermissionError {
  return new DevicePermissionError(
    device,
    ['NotAllowedError', 'SecurityError', 'PermissionDeniedError'].includes(nameOf(error)),
    error,
  );
}

/** Screen share ignores abort and not-allowed: the person closed the picker (spec §8). */
export const isPickerClosed = (error: unknown): boolean => ['AbortError', 'NotAllowedError'].includes(nameOf(error));
