export type Device = 'camera' | 'microphone';
/** `denied` by the person or a policy, `missing`, or `failed`: broken, or used by another program. */
export type DeviceTrouble = 'denied' | 'missing' | 'failed';

/** "camera permissions denied" or "microphone permissions denied", whatever kept the device from opening. */
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

/** Some browsers throw something that is not an `Error`. */
const nameOf = (error: unknown): string => (error as { name?: string } | null)?.name ?? '';

const troubles: Readonly<Record<string, DeviceTrouble>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  PermissionDeniedError: 'denied',
  NotFoundError: 'missing',
  // The chosen device was asked for by its id, and is unplugged.
  OverconstrainedError: 'missing',
};

/** Any failure to open a device, as the error that the room knows. */
export function deviceError(device: Device, error: unknown): DevicePermissionError {
  return new DevicePermissionError(device, troubles[nameOf(error)] ?? 'failed', error);
}

/**
 * What browsers answer when the person closed the picker for the screen, or the picker had nothing to offer. Neither is
 * an error to report.
 */
export const isPickerClosed = (error: unknown): boolean =>
  ['AbortError', 'NotAllowedError', 'NotFoundError'].includes(nameOf(error));
