interface Heard {
  origin: string;
  source: unknown;
}

/**
 * Accepts the message of a return only from our own origin and frame. The outcome is asked of the server all the same.
 */
export const isPaymentReturn = (message: Heard, origin: string, frame: unknown): boolean =>
  message.origin === origin && frame !== null && frame !== undefined && message.source === frame;

/** Whether the frame is at the return address. A frame of another origin cannot be read: it has not returned yet. */
export function isReturned(frame: Window | null | undefined, returnUrl: string, origin: string): boolean {
  try {
    const there = new URL(returnUrl, origin);
    const here = new URL(frame?.location.href ?? '', origin);
    return here.origin === there.origin && here.pathname === there.pathname;
  } catch {
    return false;
  }
}
