import { isQuestion, tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { call } from '#web/shared/api/call.ts';
import { isAnswer, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { LinkCard } from './LinkCard.tsx';

/**
 * `/reminders#token=…`: the link of a reminder. Opening it turns reminders off, except where a mail program's own
 * unsubscribe link was opened: that asks first. A button turns them on again.
 */
export default function RemindersPage() {
  const { t } = useTranslation('public-profile');
  const { hash, key, search } = useLocation();
  const token = tokenInHash(hash);
  const change = useMutation({
    mutationFn: async (reminders: boolean) =>
      (await call('POST /user/reminders_by_mail', { body: { token: token ?? '', reminders } })).reminders,
  });
  const asks = isQuestion(search);
  const onOpened = useEffectEvent(() => {
    if (token !== undefined && !asks) change.mutate(false);
  });
  useEffect(() => onOpened(), [key]);
  usePageTitle(t('reminders.title'));
  const { data: on, error } = change;
  if (on !== undefined)
    return (
      <LinkCard
        title={t(on ? 'reminders.on' : 'reminders.off')}
        text={t(on ? 'reminders.onText' : 'reminders.offText')}
        result
      >
        <Button size="lg" fullWidth variant="default" loading={change.isPending} onClick={() => change.mutate(!on)}>
          {t(on ? 'reminders.turnOff' : 'reminders.turnOn')}
        </Button>
      </LinkCard>
    );
  if (token !== undefined && asks && !error)
    return (
      <LinkCard title={t('reminders.question')} text={t('reminders.questionText')}>
        <Button size="lg" fullWidth loading={change.isPending} onClick={() => change.mutate(false)}>
          {t('reminders.turnOff')}
        </Button>
      </LinkCard>
    );
  if (token !== undefined && !error) return <LinkCard title={t('reminders.title')} text={t('app:loading')} />;
  const mayWork = error !== null && !isAnswer(error);
  return (
    <LinkCard title={t('reminders.failed')} text={error ? messageOf(error) : t('reminders.noToken')} result>
      {mayWork && (
        <Button size="lg" fullWidth onClick={() => change.mutate(false)}>
          {t('app:error.retry')}
        </Button>
      )}
      <Button component={Link} to="/notifications" size="lg" fullWidth variant={mayWork ? 'default' : 'filled'}>
        {t('reminders.settings')}
      </Button>
    </LinkCard>
  );
}
