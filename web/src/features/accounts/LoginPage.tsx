import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { LoginMode } from '#web/shared/login-modal.ts';
import { staying } from '#web/shared/use-scroll.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { LoginPanel } from './LoginPanel.tsx';
import styles from './LoginPage.module.css';

/** `/login` and `/signup`: the panel of the modal as a page, for links and bookmarks. */
export default function LoginPage() {
  const { t } = useTranslation('auth');
  const location = useLocation();
  const navigate = useNavigate();
  const mode: LoginMode = location.pathname === '/signup' ? 'signup' : 'login';
  usePageTitle(t(`${mode}.tab`));
  const known = useSession((session) => session.user !== null && !session.loading);
  const from = (location.state as { from?: unknown } | null)?.from;
  const target = typeof from === 'string' ? from : '/';
  useEffect(() => {
    if (known) void navigate(target, { replace: true });
  }, [known, navigate, target]);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <LoginPanel
          mode={mode}
          then={target}
          onMode={(next) => void navigate(`/${next}`, { replace: true, state: { from, ...staying } })}
          onDone={() => void navigate(target, { replace: true })}
        />
      </div>
    </div>
  );
}
