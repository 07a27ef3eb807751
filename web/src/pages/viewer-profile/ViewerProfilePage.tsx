import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountSections, GuestsSignUp } from '#web/shared/menu/AccountSections.tsx';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { FollowedHosts } from '#web/features/hosts/FollowedHosts.tsx';
import { call } from '#web/shared/api/call.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { PictureSection } from '#web/features/accounts/public-profile/PictureSection.tsx';
import { DisplayNameSection } from '#web/features/accounts/public-profile/DisplayNameSection.tsx';
import styles from '#web/features/accounts/public-profile/PublicProfile.module.css';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';

/** `/viewer_profile`: what others see of oneself. */
export default function ViewerProfilePage() {
  const { t } = useTranslation('public-profile');
  usePageTitle(t('viewer.title'));
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  const shown = useQuery({
    queryKey: ['public-profile'],
    queryFn: ({ signal }) => call('GET /user/viewer_profile', { signal }),
    enabled: !isGuest,
  });
  if (isGuest) return <GuestsSignUp title={t('viewer.guestTitle')} text={t('viewer.guestText')} />;
  return (
    <AccountShell>
      <h1>{t('viewer.title')}</h1>
      <p className={styles.intro}>{t('viewer.intro')}</p>
      <AccountSections>
        <PictureSection />
        {shown.isError && <ErrorNote error={shown.error} onRetry={() => void shown.refetch()} />}
        {shown.isPending && (
          <>
            <Skeleton height={343} radius={16} />
            <Skeleton height={137} radius={16} />
          </>
        )}
        {shown.data && <DisplayNameSection shown={shown.data} />}
        <FollowedHosts />
      </AccountSections>
    </AccountShell>
  );
}
