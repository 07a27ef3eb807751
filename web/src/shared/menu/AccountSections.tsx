import { type ReactNode, useId } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { AccountShell } from './AccountShell.tsx';
import styles from './AccountSections.module.css';

/** The sections of a page of one's account, one below the other. */
export const AccountSections = ({ children }: { children: ReactNode }) => (
  <div className={styles.sections}>{children}</div>
);

interface AccountSectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** One of them, with its heading. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}

/** What a guest sees instead of a page that needs an account. */
export function GuestsSignUp({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('auth');
  return (
    <AccountShell>
      <EmptyState level={1} title={title} text={text}>
        <Button onClick={() => askToLogin('signup')}>{t('signup.tab')}</Button>
      </EmptyState>
    </AccountShell>
  );
}
