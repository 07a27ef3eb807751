import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { bringToasts, useToastPlace } from '#web/shared/toasts/toast.ts';
import { Header } from './Header.tsx';
import { askToLogin, closeLogin, useLoginModal } from '#web/shared/login-modal.ts';
import styles from './Shell.module.css';
import { useScroll } from '#web/shared/use-scroll.ts';
import { themed } from '#web/shared/themed.tsx';

const LoginModal = lazy(
  themed(() => import('#web/features/accounts/LoginModal.tsx')),
  ['auth'],
);
/** Below every first screen, so its code comes after it. */
const Footer = lazy(() => import('./Footer.tsx'), [], 'stays');
/**
 * One element for ever: while its code has not come, nothing that changes on the page takes away the footer that the
 * server drew.
 */
const footer = (
  <Suspense fallback={null}>
    <Footer />
  </Suspense>
);
const sayRefused = async (user: WireProfile, roles: unknown): Promise<void> =>
  (await import('./say-refused-page.ts')).sayRefusedPage(user, roles);
const VerifyBanner = lazy(() => import('./VerifyBanner.tsx'), ['auth']);
const Toasts = lazy(() => import('#web/shared/toasts/Toasts.tsx'));

/** What a page asks of the shell. `bare`: neither header nor footer (rooms). `no-footer`: pages of one task. */
export type ShellWish = 'full' | 'bare' | 'no-footer';

/** A redirected visitor comes to the home route with the origin remembered: ask to log in, then go back there. */
function useRememberedOrigin(): void {
  const location = useLocation();
  const loading = useSession((session) => session.loading);
  const known = useSession((session) => session.user !== null);
  const { from, roles } = (location.state ?? {}) as { from?: unknown; roles?: unknown };
  const refused = useEffectEvent((user: WireProfile) => void sayRefused(user, roles));
  useEffect(() => {
    // Asked here: while a drawn page is taken over, it shows somebody unknown to everybody.
    const { loading: loadingNow, user } = useSession.getState();
    if (typeof from !== 'string' || loadingNow) return;
    if (user) refused(user);
    else askToLogin('login', from);
  }, [from, loading, known]);
}

/** A new page begins at its content for keyboards and screen readers, as a loaded page would. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Only a person who acts needs toasts; they load no earlier, as the first screen is weighed. */
function useToastsWithFirstAct(): void {
  useEffect(() => {
    for (const act of ['pointerdown', 'keydown']) window.addEventListener(act, bringToasts, { once: true });
  }, []);
}

export function Shell({ wish = 'full', children }: { wish?: ShellWish | undefined; children: ReactNode }) {
  const loginOpen = useLoginModal((modal) => modal.open);
  const { wanted: toastsWanted, said, times } = useToastPlace();
  const unproven = useSession(({ user, loading }) =>
    user && !loading && !user.user_is_guest && !user.user_email_verified ? user.user_email : null,
  );
  useRememberedOrigin();
  useFocusOnNewPage();
  useScroll();
  useToastsWithFirstAct();
  return (
    <>
      {wish !== 'bare' && <Header />}
      {wish !== 'bare' && (
        <div className={styles.proof}>
          <Suspense fallback={null}>{unproven !== null && <VerifyBanner email={unproven} />}</Suspense>
        </div>
      )}
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {wish === 'full' && footer}
      <Suspense fallback={null}>
        {loginOpen && <LoginModal onClose={closeLogin} />}
        {toastsWanted && <Toasts />}
      </Suspense>
      {said !== undefined && (
        <p key={times} role="alert" className={styles.said}>
          {said}
        </p>
      )}
    </>
  );
}
