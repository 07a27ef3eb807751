import '#web/shared/styles/components.ts';
import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { LoginMode } from '#web/shared/login-modal.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPanel.module.css';
import type { MailLinkKind } from './MailLinkForm.tsx';
import { PosterWall } from './PosterWall.tsx';
import { SignupForm } from './SignupForm.tsx';
import { LoginOptions } from './social/LoginOptions.tsx';
import { dropOldAfterLogin, forgetAfterLogin } from './after-login.ts';

interface LoginPanelProps {
  mode: LoginMode;
  onMode: (mode: LoginMode) => void;
  onDone: () => void;
  /** Where the person goes on after another page: a provider's, or that of a mailed link. */
  then: string;
  /** True when the title is a dialog's and not the page's heading. */
  inDialog?: boolean;
  /** The person opened a page that needs a login. */
  reason?: boolean;
}

const modes: readonly LoginMode[] = ['login', 'signup'];

/** The poster wall next to the login or sign-up form. */
export function LoginPanel({ mode, onMode, onDone, then, inDialog = false, reason = false }: LoginPanelProps) {
  const { t } = useTranslation('auth');
  const [mailLink, setMailLink] = useState<MailLinkKind>();
  const title = t(`${mode}.title`);
  useEffect(() => dropOldAfterLogin(), []);
  const isIn = () => {
    forgetAfterLogin();
    onDone();
  };
  const askForLink = () => {
    setMailLink('login');
    onMode('login');
  };
  return (
    <div className={styles.panel}>
      <PosterWall />
      <div className={styles.side}>
        {inDialog ? <Modal.Title>{title}</Modal.Title> : <h1>{title}</h1>}
        {inDialog && reason && <p className={styles.reason}>{t('login.reason')}</p>}
        <div className={styles.modes} role="group" aria-label={t('mode')}>
          {modes.map((each) => (
            <button
              key={each}
              type="button"
              className={`${styles.mode} ${each === mode ? styles.on : ''}`}
              aria-pressed={each === mode}
              onClick={() => {
                setMailLink(undefined);
                onMode(each);
              }}
            >
              {t(`${each}.tab`)}
            </button>
          ))}
        </div>
        {mode === 'login' ? (
          <LoginForm onDone={isIn} then={then} mailLink={mailLink} onMailLink={setMailLink} />
        ) : (
          <SignupForm onDone={isIn} />
        )}
        <LoginOptions
          then={then}
          onMagicLink={mailLink === 'login' && mode === 'login' ? undefined : askForLink}
          passkey={mode === 'login' ? { onDone: isIn, autofill: mailLink === undefined } : undefined}
        />
      </div>
    </div>
  );
}
