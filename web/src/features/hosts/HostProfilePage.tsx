import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { PictureSection, shownStyles as styles } from '#web/features/accounts/index.ts';
import { AccountSections } from '#web/shared/menu/AccountSections.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { HostBioSection } from './HostBioSection.tsx';
import { PodcastSection } from './PodcastSection.tsx';
import { hostQuery } from './queries.ts';

/** `/profile_influencer`: picture and words of one's own public page. */
export default function HostProfilePage() {
  const { t } = useTranslation('public-profile');
  usePageTitle(t('host.title'));
  const username = useSession((session) => session.user?.user_username ?? '');
  const host = useQuery(hostQuery(username));
  return (
    <AccountShell>
      <h1>{t('host.title')}</h1>
      <p className={styles.intro}>{t('host.intro')}</p>
      <AccountSections>
        <PictureSection />
        {host.isError && <ErrorNote error={host.error} onRetry={() => void host.refetch()} />}
        {host.isPending && <Skeleton height={420} radius={16} />}
        {host.data && <HostBioSection host={host.data.host} username={username} />}
        <PodcastSection username={username} />
        <Button variant="default" component={Link} to="/influencer_profile/active" className={styles.start ?? ''}>
          {t('host.see')}
        </Button>
      </AccountSections>
    </AccountShell>
  );
}
