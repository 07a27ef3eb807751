import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountSection, AccountSections, GuestsSignUp } from '#web/shared/menu/AccountSections.tsx';
import { LanguageChooser } from '#web/shared/menu/LanguageChooser.tsx';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { call } from '#web/shared/api/call.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { BillingForm } from '#web/shared/billing/BillingForm.tsx';
import { CalendarSection } from './CalendarSection.tsx';
import { DataSection } from './DataSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasskeysSection } from './passkeys/PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import styles from './Profile.module.css';
import { SecondFactorSection } from './second-factor/SecondFactorSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SocialSections } from './SocialSection.tsx';

/** `/profile`: the caller's own account. */
export default function ProfilePage() {
  const { t } = useTranslation('account');
  usePageTitle(t('title'));
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  const account = useQuery({ queryKey: ['account'], queryFn: () => call('GET /user/account'), enabled: !isGuest });
  if (isGuest) return <GuestsSignUp title={t('guestTitle')} text={t('guestText')} />;
  return (
    <AccountShell>
      <h1>{t('title')}</h1>
      <AccountSections>
        {account.isError && <ErrorNote error={account.error} onRetry={() => void account.refetch()} />}
        {account.isPending && <Skeleton height={480} radius={16} />}
        {account.data && (
          <>
            <ProfileSection account={account.data} />
            <AccountSection title={t('app:footer.language')} text={t('languageText')}>
              <LanguageChooser />
            </AccountSection>
            <BillingSection />
            <EmailSection account={account.data} />
            <PasswordSection account={account.data} />
            <SocialSections account={account.data} />
            <PasskeysSection account={account.data} />
            <SecondFactorSection account={account.data} />
            <CalendarSection />
            <AccountSection title={t('notifications.title')} text={t('notifications.text')}>
              <Button component={Link} to="/notifications" variant="default" className={styles.button}>
                {t('notifications.open')}
              </Button>
            </AccountSection>
            <SessionsSection />
            <DataSection account={account.data} />
          </>
        )}
      </AccountSections>
    </AccountShell>
  );
}

/** Billing details on the account page, which hosts have in their menu, too. */
function BillingSection() {
  const { t } = useTranslation('billing');
  return (
    <AccountSection title={t('details.title')} text={t('details.text')}>
      <BillingForm />
    </AccountSection>
  );
}
