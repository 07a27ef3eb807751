import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { LinkCard } from '#web/features/accounts/LinkCard.tsx';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useLinkToken } from '#web/shared/use-link-token.ts';
import { hostPath } from '#web/shared/ui/event-card-model.ts';

/** `/unfollow#token=…`: the link of a mail about a new event. Opening it is enough. */
export default function UnfollowPage() {
  const { t } = useTranslation('hosts');
  const token = useLinkToken();
  usePageTitle(t('unfollow.tab'));
  // Said again, nothing changes: it may run whenever the page is opened.
  const done = useQuery({
    queryKey: ['unfollow', token],
    queryFn: async () => (await call('POST /hosts/unfollow_by_mail', { body: { token: token ?? '' } })).user,
    enabled: token !== undefined,
    retry: false,
  });
  if (done.isPending && token !== undefined) return <LinkCard title={t('unfollow.tab')} text={t('app:loading')} />;
  if (!done.data)
    return (
      <LinkCard title={t('unfollow.failed')} text={done.error ? messageOf(done.error) : t('unfollow.noToken')}>
        <Button component={Link} to="/viewer_profile" size="lg" fullWidth>
          {t('unfollow.list')}
        </Button>
      </LinkCard>
    );
  const name = done.data.user_name;
  return (
    <LinkCard title={t('unfollow.title')} text={t('unfollow.text', { name })}>
      <Button component={Link} to={hostPath(done.data)} variant="default" size="lg" fullWidth>
        {t('unfollow.page', { name })}
      </Button>
    </LinkCard>
  );
}
