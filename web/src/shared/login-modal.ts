import { create } from 'zustand';

export type LoginMode = 'login' | 'signup';

interface LoginModal {
  open: boolean;
  mode: LoginMode;
  /** Where to go after logging in; nothing: stay here. */
  then: string | null;
  /** What the person was about to do. */
  after: (() => void) | null;
}

export const useLoginModal = create<LoginModal>(() => ({ open: false, mode: 'login', then: null, after: null }));

/** Opens the login modal over the page; after logging in the person stays, or goes to `then`, and `after` is done. */
export const askToLogin = (
  mode: LoginMode = 'login',
  then: string | null = null,
  after: (() => void) | null = null,
): void => useLoginModal.setState({ open: true, mode, then, after });

export const closeLogin = (): void => useLoginModal.setState({ open: false, then: null, after: null });
