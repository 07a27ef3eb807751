/** Who asks for the guest list of an event. */
export interface GuestListCaller {
  readonly isHost: boolean;
  /** An event admin or a co-host whose ticket is valid. */
  readonly isStaff: boolean;
  /** A program with an API key acts as the host whose key it is, at that host's own events. */
  readonly byApiKey: boolean;
}

/**
 * What of a guest list someone may use. `staff` check people in and see names; email addresses, promo codes, files and
 * settings are for the host. Undefined: nothing.
 */
export function guestListAccess({ isHost, isStaff, byApiKey }: GuestListCaller): 'host' | 'staff' | undefined {
  if (isHost) return 'host';
  return isStaff && !byApiKey ? 'staff' : undefined;
}
