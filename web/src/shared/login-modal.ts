import type { BodyOf } from '@frontrow/contract/api.ts';
import { create } from 'zustand';
import type { ReportSubject } from './report/report-subject.ts';

export type LoginMode = 'login' | 'signup';

/** What a person pressed who had to log in first, in words that another tab understands: a mailed link opens in one. */
export type Wish =
  | { readonly what: 'favorites' | 'following' | 'waitlist'; readonly of: string }
  | { readonly what: 'meeting'; readonly of: BodyOf<'POST /private_requests/create'> }
  | { readonly what: 'report'; readonly of: ReportSubject }
  /** A place of the product where it goes on: a checkout. */
  | { readonly what: 'page'; readonly of: string };

interface LoginModal {
  open: boolean;
  mode: LoginMode;
  /** Where to go after logging in; nothing: stay here. */
  then: string | null;
  /** What the person was about to do. */
  after: (() => void) | null;
  /** The same for who comes back by a mailed link or from a provider, where `after` is gone with its page. */
  wish: Wish | null;
}

const closed = { open: false, then: null, after: null, wish: null };

export const useLoginModal = create<LoginModal>(() => ({ ...closed, mode: 'login' }));

/** Opens the login modal over the page; after logging in the person stays, or goes to `then`, and `after` is done. */
export const askToLogin = (
  mode: LoginMode = 'login',
  then: string | null = null,
  after: (() => void) | null = null,
  wish: Wish | null = null,
): void => useLoginModal.setState({ open: true, mode, then, after, wish });

export const closeLogin = (): void => useLoginModal.setState(closed);
