export type Device = 'camera' | 'microphone';
/** Denied by a person or a policy, not there, or used by another program or broken. */
export type DeviceTrouble = 'denied' | 'missing' | 'failed';

/** "Camera permissions denied" or "microphone permissions denied" (spec §8, track acquisition). */
export class DevicePermissionError extends Error {
  readonly device: Device;
  readonly why: DeviceTrouble;

  constructor(device: Device, why: DeviceTrouble, cause: unknown) {
    super(`${device} permissions denied`, { cause });
    this.name = 'DevicePermissionError';
    this.device = device;
    this.why = why;
  }
}

/** Not every browser's refusal of a device is an `Error`. */
const nameOf = (error: unknown): string => (error as { name?: string } | null)?.name ?? '';

const troubles: Readonly<Record<string, DeviceTrouble>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  PermissionDeniedError: 'denied',
  NotFoundError: 'missing',
  // The chosen one, and no other, was asked for, and it was unplugged.
  OverconstrainedError: 'missing',
};

/** Any failure to get a device, named as the room names it. */
export function deviceError(device: Device, error: unknown): DevicePermissionError {
  return new DevicePermissionError(device, troubles[nameOf(error)] ?? 'failed', error);
}

/** Screen share ignores abort and not-allowed: the person closed the picker (spec §8). */
export const isPickerClosed = (error: unknown): boolean => ['AbortError', 'NotAllowedError'].includes(nameOf(error));
