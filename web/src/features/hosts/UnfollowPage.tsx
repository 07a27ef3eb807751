import { isQuestion, tokenInHash } from '@frontrow/contract/accounts/links.ts';
import type { WireUser } from '@frontrow/contract/accounts/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { LinkCard } from '#web/features/accounts/index.ts';
import { call } from '#web/shared/api/call.ts';
import { isAnswer, messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';

/**
 * `/unfollow#token=…`: the link of a mail about a new event. Opening it is enough, except where a mail program's own
 * unsubscribe link was opened: that asks first. Once done, the token is out of the address, and whom it was about is
 * kept with it: going back there, or loading it again, takes no later follow away.
 */
export default function UnfollowPage() {
  const { t } = useTranslation('hosts');
  const navigate = useNavigate();
  const { hash, key, search, state } = useLocation();
  const token = tokenInHash(hash);
  const unfollow = useMutation({
    mutationFn: async (linked: string) =>
      (await call('POST /hosts/unfollow_by_mail', { body: { token: linked } })).user,
  });
  const begin = () => {
    if (token === undefined) return;
    unfollow.mutate(token, {
      onSuccess: (unfollowed) => void navigate('/unfollow', { replace: true, state: { unfollowed } }),
    });
  };
  const asks = isQuestion(search);
  const onOpened = useEffectEvent(() => {
    if (!asks) begin();
  });
  useEffect(() => onOpened(), [key]);
  usePageTitle(t('unfollow.tab'));
  const { error } = unfollow;
  const host = unfollow.data ?? (state as { unfollowed?: WireUser } | null)?.unfollowed;
  if (host)
    return (
      <LinkCard title={t('unfollow.title')} text={t('unfollow.text', { name: host.user_name })} result>
        <Button component={Link} to={hostPath(host)} variant="default" size="lg" fullWidth>
          {t('unfollow.page', { name: host.user_name })}
        </Button>
      </LinkCard>
    );
  if (token !== undefined && asks && !error)
    return (
      <LinkCard title={t('unfollow.question')} text={t('unfollow.questionText')}>
        <Button size="lg" fullWidth loading={unfollow.isPending} onClick={begin}>
          {t('unfollow.confirm')}
        </Button>
      </LinkCard>
    );
  if (token !== undefined && !error) return <LinkCard title={t('unfollow.tab')} text={t('app:loading')} />;
  const mayWork = error !== null && !isAnswer(error);
  return (
    <LinkCard title={t('unfollow.failed')} text={error ? messageOf(error) : t('unfollow.noToken')} result>
      {mayWork && (
        <Button size="lg" fullWidth onClick={begin}>
          {t('app:error.retry')}
        </Button>
      )}
      <Button component={Link} to="/viewer_profile" size="lg" fullWidth variant={mayWork ? 'default' : 'filled'}>
        {t('unfollow.list')}
      </Button>
    </LinkCard>
  );
}
