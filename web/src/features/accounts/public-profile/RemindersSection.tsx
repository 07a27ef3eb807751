import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Section } from '../profile/Section.tsx';

type Shown = AnswerOf<'GET /user/viewer_profile'>;

/** Reminders of events by mail, on or off. */
export function RemindersSection({ shown }: { shown: Shown }) {
  const { t } = useTranslation('public-profile');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (reminders: boolean) => call('POST /user/reminders', { body: { reminders } }),
    onSuccess: ({ reminders }) => {
      client.setQueryData<Shown>(['public-profile'], (before) => before && { ...before, reminders });
      toastGood(t('saved'));
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Section title={t('reminders.title')}>
      <Switch
        label={t('reminders.switch')}
        description={t('reminders.switchHelp')}
        checked={change.isPending ? change.variables : shown.reminders}
        disabled={change.isPending}
        onChange={(changed) => change.mutate(changed.currentTarget.checked)}
      />
    </Section>
  );
}
