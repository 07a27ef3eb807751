interface Heard {
  origin: string;
  source: unknown;
}

/** A return is believed only from our own origin and from the frame we opened; how it went is still asked of the server. */
export const isPaymentReturn = (message: Heard, origin: string, frame: unknown): boolean =>
  message.origin === origin && frame !== null && frame !== undefined && message.source === frame;

/** Whether a frame of our own origin stands at the return address (spec §4). Another origin's cannot be read: not yet. */
export function isReturned(frame: Window | null | undefined, returnUrl: string, origin: string): boolean {
  try {
    const there = new URL(returnUrl, origin);
    const here = new URL(frame?.location.href ?? '', origin);
    return here.origin === there.origin && here.pathname === there.pathname;
  } catch {
    return false;
  }
}
