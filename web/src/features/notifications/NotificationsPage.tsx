import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { PushKind } from '@frontrow/core/notifications/push.ts';
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountSection, AccountSections, GuestsSignUp } from '#web/shared/menu/AccountSections.tsx';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './Notifications.module.css';
import { hereKey } from './NotifyHint.tsx';
import { pushHere, turnOffHere, turnOnHere } from './push-here.ts';

type Settings = AnswerOf<'GET /notifications'>;

const settingsKey = ['notifications', 'settings'];

/** `/notifications`: what reaches the person by email and in their browsers. Every email links here. */
export default function NotificationsPage() {
  const { t } = useTranslation('notifications');
  usePageTitle(t('title'));
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  const settings = useQuery({ queryKey: settingsKey, queryFn: () => call('GET /notifications'), enabled: !isGuest });
  if (isGuest) return <GuestsSignUp title={t('title')} text={t('intro')} />;
  return (
    <AccountShell>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <AccountSections>
        {settings.isError && <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />}
        {settings.isPending && <Skeleton height={420} radius={16} />}
        {settings.data && <EmailSection settings={settings.data} />}
        {settings.data && <PushSection settings={settings.data} />}
      </AccountSections>
    </AccountShell>
  );
}

function useChange<T>(change: (wanted: T) => Promise<Partial<Settings>>) {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess(settings) {
      // Another switch may have been changed since this one was pressed.
      client.setQueryData<Settings>(settingsKey, (known) => known && { ...known, ...settings });
      toastGood(t('saved'));
    },
    onError: (error) => toastError(messageOf(error)),
    scope: { id: settingsKey.join() },
  });
}

function EmailSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation('notifications');
  const change = useChange(async (reminders: boolean) => {
    const answer = await call('POST /user/reminders', { body: { reminders } });
    return { email_reminders: answer.reminders };
  });
  return (
    <AccountSection title={t('email.title')}>
      <Switch
        label={t('email.reminders')}
        description={t('email.remindersHelp')}
        checked={change.isPending ? change.variables : settings.email_reminders}
        disabled={change.isPending}
        onChange={(changed) => change.mutate(changed.currentTarget.checked)}
      />
    </AccountSection>
  );
}

function PushSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation('notifications');
  const change = useChange((body: { kind: PushKind; on: boolean }) => call('POST /notifications', { body }));
  return (
    <AccountSection title={t('push.title')}>
      <ThisBrowser browsers={settings.push_browsers} />
      <fieldset className={styles.kinds}>
        <legend>{t('push.kinds')}</legend>
        {settings.push_kinds.map(({ kind, on }) => {
          const isChanging = change.isPending && change.variables.kind === kind;
          return (
            <Switch
              key={kind}
              label={t(`kind.${kind}`)}
              checked={isChanging ? change.variables.on : on}
              disabled={change.isPending}
              onChange={(changed) => change.mutate({ kind, on: changed.currentTarget.checked })}
            />
          );
        })}
      </fieldset>
    </AccountSection>
  );
}

function ThisBrowser({ browsers }: { browsers: number }) {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const here = useQuery({ queryKey: hereKey, queryFn: pushHere });
  const turn = useMutation({
    mutationFn: async (on: boolean) => (on ? turnOnHere() : turnOffHere().then(() => 'off' as const)),
    onSuccess(state) {
      client.setQueryData(hereKey, state);
      void client.invalidateQueries({ queryKey: settingsKey });
    },
    onError: () => toastError(t('push.failed')),
  });
  const state = here.data;
  if (state === undefined) return <Skeleton height={44} radius={12} />;
  return (
    <>
      <p role="status">{t(`push.${state}`)}</p>
      {browsers > 0 && <p className={styles.soft}>{t('push.others', { count: browsers })}</p>}
      {(state === 'on' || state === 'off') && (
        <Button
          className={styles.button}
          variant={state === 'on' ? 'default' : 'filled'}
          loading={turn.isPending}
          onClick={() => turn.mutate(state === 'off')}
        >
          {t(state === 'on' ? 'push.turnOff' : 'push.turnOn')}
        </Button>
      )}
    </>
  );
}
