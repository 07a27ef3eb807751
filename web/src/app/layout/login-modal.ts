import { create } from 'zustand';

export type LoginMode = 'login' | 'signup';

interface LoginModal {
  open: boolean;
  mode: LoginMode;
  /** Where to go after logging in; nothing: stay here. */
  then: string | null;
}

export const useLoginModal = create<LoginModal>(() => ({ open: false, mode: 'login', then: null }));

/** Opens the log-in modal over the page; after logging in the person stays, or goes to `then`. */
export const askToLogin = (mode: LoginMode = 'login', then: string | null = null): void =>
  useLoginModal.setState({ open: true, mode, then });

export const closeLogin = (): void => useLoginModal.setState({ open: false, then: null });
