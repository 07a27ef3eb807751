import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { copyText } from '#web/shared/copy-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import styles from './Profile.module.css';

const feedKey = ['account', 'calendar_feed'];
const anchor = 'calendar';

/** The secret address under which a calendar shows one's tickets. */
export function CalendarSection() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const { hash } = useLocation();
  const feed = useQuery({ queryKey: feedKey, queryFn: () => call('GET /user/calendar_feed') });
  const loaded = feed.data !== undefined;
  // The page of tickets links to this section, which is there only now.
  useEffect(() => {
    if (loaded && hash === `#${anchor}`) document.getElementById(anchor)?.scrollIntoView();
  }, [loaded, hash]);
  const onError = (error: Error) => toastError(messageOf(error));
  const create = useMutation({
    mutationFn: () => call('POST /user/calendar_feed'),
    onSuccess: (made) => client.setQueryData(feedKey, made),
    onError,
    scope: { id: feedKey.join() },
  });
  const remove = useMutation({
    mutationFn: () => call('POST /user/calendar_feed/remove'),
    onSuccess: (made) => {
      client.setQueryData(feedKey, made);
      toastGood(t('calendar.removed'));
    },
    onError,
    scope: { id: feedKey.join() },
  });
  const url = feed.data?.calendar_url;
  const copy = (address: string) => void copyText(address, { done: t('calendar.copied'), label: t('calendar.copy') });
  return (
    <div id={anchor}>
      <AccountSection title={t('calendar.title')} text={t('calendar.text')}>
        {feed.isError && <ErrorNote error={feed.error} onRetry={() => void feed.refetch()} />}
        {feed.isPending && <Skeleton height={44} radius={12} />}
        {url && (
          <TextInput
            label={t('calendar.address')}
            description={t('calendar.secret')}
            readOnly
            value={url}
            onFocus={(focus) => focus.currentTarget.select()}
          />
        )}
        <div className={styles.buttons}>
          {url && (
            <>
              <Button component="a" href={url.replace(/^https?:/, 'webcal:')}>
                {t('calendar.open')}
              </Button>
              <Button variant="default" onClick={() => copy(url)}>
                {t('calendar.copy')}
              </Button>
              <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
                {t('calendar.rotate')}
              </Button>
              <Button variant="outline" loading={remove.isPending} onClick={() => remove.mutate()}>
                {t('calendar.remove')}
              </Button>
            </>
          )}
          {url === null && (
            <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
              {t('calendar.create')}
            </Button>
          )}
        </div>
      </AccountSection>
    </div>
  );
}
