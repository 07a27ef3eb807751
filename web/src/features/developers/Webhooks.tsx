import '#web/shared/styles/components.ts';
import { type WebhookType, webhookTypes } from '@frontrow/core/developers/webhooks.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import {
  type Endpoint,
  useAddEndpoint,
  useEndpoints,
  useRemoveEndpoint,
  useRotateSecret,
  useUpdateEndpoint,
} from './developer-queries.ts';
import styles from './Developers.module.css';
import { ShownOnce } from './ShownOnce.tsx';

const onError = (error: Error) => toastError(messageOf(error));

/** The host's endpoints, each with its log. */
export function Webhooks() {
  const { t } = useTranslation('developers');
  const list = useEndpoints();
  const [editing, setEditing] = useState<Endpoint | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const add = <Button onClick={() => setEditing('new')}>{t('hooks.add')}</Button>;
  return (
    <>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={160} radius={16} />}
      {secret !== null && <ShownOnce title={t('hooks.secretTitle')} text={t('hooks.secretText')} secret={secret} />}
      {list.data && list.data.endpoints.length === 0 && (
        <EmptyState title={t('hooks.emptyTitle')} text={t('hooks.emptyText')}>
          {add}
        </EmptyState>
      )}
      {list.data && list.data.endpoints.length > 0 && (
        <>
          <div className={styles.head}>
            <p className={styles.soft}>{t('hooks.intro')}</p>
            {add}
          </div>
          {list.data.endpoints.map((endpoint) => (
            <EndpointCard
              key={endpoint.id}
              endpoint={endpoint}
              onEdit={() => setEditing(endpoint)}
              onSecret={setSecret}
            />
          ))}
        </>
      )}
      {editing && (
        <EndpointDialog
          endpoint={editing === 'new' ? undefined : editing}
          onSecret={setSecret}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

interface EndpointCardProps {
  endpoint: Endpoint;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

function EndpointCard({ endpoint, onEdit, onSecret }: EndpointCardProps) {
  const { t } = useTranslation('developers');
  const dates = useDates();
  const { id, url, events, enabled, disabled_reason: reason, previous_secret_until: overlap } = endpoint;
  const [removing, setRemoving] = useState(false);
  const update = useUpdateEndpoint();
  const rotate = useRotateSecret();
  const remove = useRemoveEndpoint();
  return (
    <section className={styles.card} aria-label={url}>
      <p className={styles.name}>
        <code>{url}</code> <span className={styles.pill}>{t(enabled ? 'hooks.active' : 'hooks.disabled')}</span>
      </p>
      {reason !== null && <p className={reason === 'host' ? styles.soft : styles.alert}>{t(`hooks.why.${reason}`)}</p>}
      <p className={styles.soft}>
        {t('hooks.lately', { deliveries: endpoint.deliveries, failures: endpoint.failures })}
      </p>
      <p className={styles.pills}>
        {events.map((type) => (
          <code key={type} className={styles.pill}>
            {type}
          </code>
        ))}
      </p>
      {overlap !== null && (
        <p className={styles.soft}>{t('hooks.overlap', { when: formatShortDateTime(overlap, dates) })}</p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onEdit}>
          {t('hooks.edit')}
        </Button>
        <Button
          variant="default"
          loading={rotate.isPending}
          onClick={() => rotate.mutate(id, { onSuccess: (made) => onSecret(made.secret), onError })}
        >
          {t('hooks.rotate')}
        </Button>
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ id, enabled: !enabled }, { onError })}
        >
          {t(enabled ? 'hooks.disable' : 'hooks.enable')}
        </Button>
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('hooks.remove')}
        </Button>
      </div>
      <DeliveryLog endpoint={endpoint} />
      {removing && (
        <ConfirmDialog
          title={t('hooks.removeTitle')}
          text={t('hooks.removeText', { url })}
          action={t('hooks.remove')}
          busy={remove.isPending}
          onClose={() => setRemoving(false)}
          onConfirm={() => remove.mutate(id, { onSuccess: () => toastGood(t('hooks.removed')), onError })}
        />
      )}
    </section>
  );
}

interface EndpointDialogProps {
  /** Left out: a new one. */
  endpoint: Endpoint | undefined;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function EndpointDialog({ endpoint, onSecret, onClose }: EndpointDialogProps) {
  const { t } = useTranslation('developers');
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [events, setEvents] = useState<WebhookType[]>([...(endpoint?.events ?? webhookTypes)]);
  const add = useAddEndpoint();
  const update = useUpdateEndpoint();
  const change = endpoint ? update : add;
  const refusal = change.error instanceof ApiRefusal ? change.error : undefined;
  const atField = refusal?.field('url') ?? refusal?.field('events');
  const submit = () => {
    if (endpoint) return update.mutate({ id: endpoint.id, url, events }, { onSuccess: onClose });
    const onSuccess = ({ secret }: { secret: string }) => {
      onSecret(secret);
      onClose();
    };
    add.mutate({ url, events }, { onSuccess });
  };
  return (
    <Dialog
      title={t(endpoint ? 'hooks.editTitle' : 'hooks.addTitle')}
      onClose={onClose}
      closeOnClickOutside={false}
      closable={!change.isPending}
    >
      <Form
        className={styles.form}
        onSubmit={() => {
          submit();
        }}
      >
        <TextInput
          type="url"
          label={t('hooks.url')}
          placeholder="https://example.com/hooks"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={refusal?.field('url')}
          data-autofocus
        />
        <Checkbox.Group
          label={t('hooks.events')}
          value={events}
          onChange={(chosen) => setEvents(webhookTypes.filter((type) => chosen.includes(type)))}
          error={refusal?.field('events')}
        >
          <div className={styles.choices}>
            {webhookTypes.map((type) => (
              <Checkbox key={type} value={type} label={type} />
            ))}
          </div>
        </Checkbox.Group>
        {change.isError && atField === undefined && (
          <p role="alert" className={styles.alert}>
            {messageOf(change.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" loading={change.isPending}>
            {t(endpoint ? 'hooks.save' : 'hooks.add')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
