import '@mantine/core/styles/Combobox.layer.css';
import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './Guests.module.css';
import '#web/shared/styles/components.ts';

type Room = Pick<AnswerOf<'GET /events/streaming/streaming_state/:uuid'>, 'current_state'>;
type Speaker = Room['current_state']['roles'][number];

const keyOf = (event: WireEvent) => ['event', event.event_uuid, 'speakers'] as const;

/** Guest speakers and co-hosts of an event: who they are, and inviting one more. */
export function Speakers({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const over = event.event_state === 2;
  const list = useQuery<Room>({
    queryKey: keyOf(event),
    queryFn: () => call('GET /events/streaming/streaming_state/:uuid', { params: { uuid: event.event_uuid } }),
  });
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return failed || <Skeleton height={120} radius={16} />;
  const { roles } = list.data.current_state;
  return (
    <>
      {failed}
      {!over && <InviteForm event={event} />}
      <h2>{t('speakers.list', { count: roles.length })}</h2>
      {roles.length === 0 ? (
        <p className={styles.soft}>{t('speakers.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('door.name')}</th>
              <th scope="col">{t('speakers.role')}</th>
              <th scope="col">{t('promo.action')}</th>
            </tr>
          </thead>
          <tbody>
            {roles.map((speaker) => (
              <SpeakerRow key={speaker.username} event={event} speaker={speaker} mayTake={!over} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function SpeakerRow({ event, speaker, mayTake }: { event: WireEvent; speaker: Speaker; mayTake: boolean }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const { username, role } = speaker;
  const take = useMutation({
    mutationFn: () =>
      call('POST /events/streaming/set_role', {
        body: { event_uuid: event.event_uuid, username, role: 'viewer' },
      }),
    onSuccess: (room) => client.setQueryData<Room>(keyOf(event), room),
    onError: (error) => toastError(messageOf(error)),
    scope: { id: keyOf(event).join() },
  });
  return (
    <tr>
      <th scope="row">{username}</th>
      <td data-label={t('speakers.role')}>{t(`speakers.${role}`)}</td>
      <td data-label={t('promo.action')}>
        {mayTake && (
          <Button
            variant="default"
            loading={take.isPending}
            aria-label={t('speakers.takeOf', { name: username })}
            onClick={() => take.mutate()}
          >
            {t('speakers.take')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function InviteForm({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const [who, setWho] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [role, setRole] = useState<Speaker['role']>('guest');
  const invite = useMutation({
    mutationFn: (sent: string) =>
      call('POST /events/invite_speaker', { body: { event_uuid: event.event_uuid, who: sent.trim(), role } }),
    onSuccess: async (room, sent) => {
      toastGood(t('speakers.invited', { name: sent.trim() }));
      setWho(unlessTyped(sent, ''));
      client.setQueryData<Room>(keyOf(event), room);
      await client.invalidateQueries({ queryKey: ['event', event.event_uuid, 'complimentary'] });
    },
    scope: { id: keyOf(event).join() },
  });
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        setMissing(who.trim() === '');
        if (who.trim() !== '') invite.mutate(who);
      }}
    >
      <p className={`${styles.wide} ${styles.soft}`}>{t('speakers.help')}</p>
      <TextInput
        label={t('speakers.who')}
        autoComplete="off"
        autoCapitalize="none"
        value={who}
        error={isMissing ? t('speakers.whoMissing') : invite.error ? messageOf(invite.error) : undefined}
        onChange={(changed) => {
          setWho(changed.currentTarget.value);
          setMissing(false);
        }}
      />
      <Select
        label={t('speakers.role')}
        allowDeselect={false}
        data={[
          { value: 'guest', label: t('speakers.guest') },
          { value: 'cohost', label: t('speakers.cohost') },
        ]}
        value={role}
        onChange={(chosen) => setRole(chosen === 'cohost' ? 'cohost' : 'guest')}
      />
      <Button className={styles.last ?? ''} type="submit" size="lg" loading={invite.isPending}>
        {t('speakers.invite')}
      </Button>
    </Form>
  );
}
