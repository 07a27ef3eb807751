import type { ApiScope } from '../developers/api-keys.ts';

/** Who is asking. Rights are keyed by account id, never by username. */
export type Actor = Anonymous | Account;

export interface Anonymous {
  readonly kind: 'anonymous';
}

export interface Account {
  readonly kind: 'account';
  readonly id: number;
  readonly username: string;
  /** 0 viewer, 1 influencer. */
  readonly role: 0 | 1;
  readonly isAdmin: boolean;
  /** Would be an app admin, if two-step login were on. */
  readonly lacksSecondFactor?: true;
  /** The session came from a mailed join link, of a guest or of an account, and is good for this one event only. */
  readonly guestOf: string | undefined;
  /** Login session (refresh family) this request belongs to. */
  readonly sessionId: string;
  /** Rises when every session of the account ends. */
  readonly sessionVersion: number;
  /** The call was made with an API key of this host instead of a session. */
  readonly apiKey?: { readonly id: string; readonly scopes: readonly ApiScope[] };
}

export const anonymous: Anonymous = { kind: 'anonymous' };
