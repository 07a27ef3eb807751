import '#web/shared/styles/components.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { closeLogin, useLoginModal } from '#web/shared/login-modal.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useFocusBack } from '#web/shared/ui/use-focus-back.ts';
import styles from './LoginModal.module.css';
import { LoginPanel } from './LoginPanel.tsx';

/** Log in or sign up over the page. Afterwards the person stays on the page, or goes on to where they wanted to go. */
export default function LoginModal() {
  const { t } = useTranslation();
  useFocusBack();
  const { open, mode, then } = useLoginModal();
  const navigate = useNavigate();
  const location = useLocation();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const done = () => {
    // This may run twice: for this form, and for a login in another tab.
    const asked = useLoginModal.getState();
    if (!asked.open) return;
    closeLogin();
    asked.after?.();
    if (asked.then !== null) void navigate(asked.then);
  };
  const goOn = useEffectEvent(done);
  // A login in another tab counts as one here. A guest's session does not.
  useEffect(
    () =>
      useSession.subscribe(({ user, loading }, before) => {
        if (before.loading && !loading && user && !user.user_is_guest) goOn();
      }),
    [],
  );
  return (
    <Modal.Root
      opened={open}
      onClose={closeLogin}
      size={860}
      fullScreen={phone}
      centered
      padding={0}
      yOffset="3dvh"
      radius={phone ? 0 : 'lg'}
    >
      <Modal.Overlay backgroundOpacity={0.62} color="var(--fr-stage)" blur={6} />
      <Modal.Content>
        <Modal.Body>
          <div className={styles.top}>
            <Modal.CloseButton className={styles.close ?? ''} size={40} radius={999} aria-label={t('close')} />
          </div>
          <LoginPanel
            inDialog
            reason={then !== null}
            mode={mode}
            then={then ?? `${location.pathname}${location.search}`}
            onMode={(next) => useLoginModal.setState({ mode: next })}
            onDone={done}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
