import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import {
  restreamKeyCharsMax,
  restreamMinutesMax,
  restreamNameCharsMax,
  restreamUrlCharsMax,
} from '@frontrow/core/broadcast/restream.ts';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { isBeyond } from '#web/shared/ui/amount-field.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { RoomDialog } from '../dialogs/RoomDialog.tsx';
import { useEventPage } from '../room-view.ts';
import styles from './Restream.module.css';
import panel from './StreamPanel.module.css';

type Restreams = AnswerOf<'GET /events/:uuid/restreams'>;
type Target = Restreams['targets'][number];

const askEveryMs = 3_000;
/** The addresses of well-known services; of `own` the host types it. */
const services = {
  youtube: { name: 'YouTube', url: 'rtmps://a.rtmps.youtube.com/live2' },
  twitch: { name: 'Twitch', url: 'rtmps://ingest.global-contribute.live-video.net/app' },
  own: { name: '', url: '' },
} as const;
type Service = keyof typeof services;

const keyOf = (eventUuid: string) => ['restreams', eventUuid] as const;

/** A call about the services, whose answer is the new list. */
function useChange<Body>(eventUuid: string, send: (body: Body) => Promise<Restreams>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (restreams) => client.setQueryData(keyOf(eventUuid), restreams),
  });
}

/** Other services that the broadcast is copied to, and how each of them does. */
export function RestreamCard() {
  const { t } = useTranslation('broadcast');
  const eventUuid = useEventPage().event.event_uuid;
  const [adds, setAdds] = useState(false);
  const { data } = useQuery({
    queryKey: keyOf(eventUuid),
    queryFn: ({ signal }) => call('GET /events/:uuid/restreams', { params: { uuid: eventUuid }, signal }),
    refetchInterval: pollEvery(askEveryMs),
  });
  if (!data) return null;
  return (
    <section aria-labelledby="restream-title">
      <h2 id="restream-title" className={panel.title}>
        {t('restream.title')}
      </h2>
      <p className={panel.idle}>{t('restream.text')}</p>
      <ul ref={focusNextRow} className={styles.targets}>
        {data.targets.map((target) => (
          <TargetRow key={target.target_id} eventUuid={eventUuid} target={target} />
        ))}
      </ul>
      {data.targets.length < data.maximum && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => setAdds(true)}
        >
          {t('restream.add')}
        </Button>
      )}
      {adds && <AddDialog eventUuid={eventUuid} onClose={() => setAdds(false)} />}
    </section>
  );
}

function TargetRow({ eventUuid, target }: { eventUuid: string; target: Target }) {
  const { t } = useTranslation('broadcast');
  const { target_id, name, state, problem, minutes, enabled } = target;
  const change = useChange(eventUuid, (on: boolean) =>
    call('POST /events/restreams/switch', { body: { event_uuid: eventUuid, target_id, enabled: on } }),
  );
  const removal = useChange(eventUuid, () =>
    call('POST /events/restreams/remove', { body: { event_uuid: eventUuid, target_id } }),
  );
  const onError = (error: unknown): void => toastError(messageOf(error));
  const line = state === 'failed' && problem ? t(`restream.problem.${problem}`) : t(`restream.state.${state}`);
  return (
    <li className={styles.target}>
      <Switch
        label={name}
        description={minutes === null ? line : `${line} ${t('restream.first', { count: minutes })}`}
        checked={change.isPending ? change.variables : enabled}
        onChange={(event) => change.mutate(event.currentTarget.checked, { onError })}
        data-state={state}
      />
      <button
        type="button"
        className={styles.remove}
        aria-label={t('restream.remove', { name })}
        aria-busy={removal.isPending || undefined}
        onClick={() => !removal.isPending && removal.mutate(undefined, { onError })}
      >
        <IconTrash size={20} stroke={1.7} aria-hidden="true" />
      </button>
    </li>
  );
}

/** Digits alone can be typed. Only an empty field is the whole broadcast: what is too little, the server refuses. */
const minutesIn = (typed: string): number | null => (typed === '' ? null : Number(typed));

function AddDialog({ eventUuid, onClose }: { eventUuid: string; onClose: () => void }) {
  const { t } = useTranslation('broadcast');
  const [service, setService] = useState<Service>('youtube');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [key, setKey] = useState('');
  const [minutes, setMinutes] = useState('');
  const add = useChange(eventUuid, (body: BodyOf<'POST /events/restreams/add'>) =>
    call('POST /events/restreams/add', { body }),
  );
  const isOwn = service === 'own';
  const chosen = isOwn ? { name, url } : services[service];
  const refusal = add.error instanceof ApiRefusal ? add.error : undefined;
  const atUrl = isOwn ? refusal?.field('url') : undefined;
  const isTooLong = isBeyond(minutes, restreamMinutesMax);
  const isReady = chosen.name.trim() !== '' && chosen.url.trim() !== '' && key.trim() !== '' && !isTooLong;
  const submit = (): void =>
    add.mutate({ event_uuid: eventUuid, ...chosen, key, minutes: minutesIn(minutes) }, { onSuccess: onClose });
  return (
    <RoomDialog title={t('restream.addTitle')} onClose={onClose} closeOnClickOutside={false} closable={!add.isPending}>
      <Form
        className={styles.form}
        onSubmit={() => {
          if (isReady && !add.isPending) submit();
        }}
      >
        <NativeSelect
          label={t('restream.service')}
          value={service}
          onChange={(event) => setService(event.currentTarget.value as Service)}
          data={[
            { value: 'youtube', label: services.youtube.name },
            { value: 'twitch', label: services.twitch.name },
            { value: 'own', label: t('restream.own') },
          ]}
        />
        {isOwn && (
          <>
            <TextInput
              label={t('restream.name')}
              value={name}
              maxLength={restreamNameCharsMax}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextInput
              label={t('restream.url')}
              value={url}
              maxLength={restreamUrlCharsMax}
              onChange={(event) => setUrl(event.currentTarget.value)}
              error={atUrl}
            />
          </>
        )}
        <TextInput
          type="password"
          autoComplete="off"
          label={t('restream.key')}
          description={t('restream.keyHint')}
          value={key}
          maxLength={restreamKeyCharsMax}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextInput
          inputMode="numeric"
          label={t('restream.minutes')}
          description={t('restream.minutesHint')}
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 5))}
          error={isTooLong && t('restream.minutesMost', { max: restreamMinutesMax })}
        />
        {add.isError && atUrl === undefined && (
          <p role="alert" className={panel.stopped}>
            {messageOf(add.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="default" disabled={add.isPending} onClick={onClose}>
            {t('restream.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={!isReady}>
            {t('restream.save')}
          </Button>
        </div>
      </Form>
    </RoomDialog>
  );
}
