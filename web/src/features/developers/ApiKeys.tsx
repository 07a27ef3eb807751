import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { apiKeyNameCharsMax, type ApiScope, apiScopes } from '@frontrow/core/developers/api-keys.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type ApiKey, useApiKeys, useCreateKey, useRevokeKey } from './developer-queries.ts';
import styles from './Developers.module.css';
import { ShownOnce } from './ShownOnce.tsx';

/** The host's keys, and a new one while it can be copied. */
export function ApiKeys() {
  const { t } = useTranslation('developers');
  const keys = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const create = <Button onClick={() => setCreating(true)}>{t('keys.create')}</Button>;
  return (
    <>
      {keys.isError && <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <Skeleton height={160} radius={16} />}
      {made !== null && <ShownOnce title={t('keys.newTitle')} text={t('keys.newText')} secret={made} />}
      {keys.data && keys.data.api_keys.length === 0 && (
        <EmptyState title={t('keys.emptyTitle')} text={t('keys.emptyText')}>
          {create}
        </EmptyState>
      )}
      {keys.data && keys.data.api_keys.length > 0 && (
        <>
          <div className={styles.head}>
            <p className={styles.soft}>{t('keys.intro')}</p>
            {create}
          </div>
          <ul ref={focusNextRow} className={styles.rows} aria-label={t('keysTab')}>
            {keys.data.api_keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setLeaving(key)} />
            ))}
          </ul>
        </>
      )}
      {creating && (
        <CreateDialog offersTest={keys.data?.test_keys === true} onMade={setMade} onClose={() => setCreating(false)} />
      )}
      {leaving && <RevokeDialog apiKey={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t } = useTranslation('developers');
  const dates = useDates();
  const { name, prefix, scopes, test, created_at: created, last_used_at: used, expires_at: expires } = apiKey;
  const isExpired = expires !== null && expires <= serverNow();
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {name} {test && <span className={styles.pill}>{t('keys.testPill')}</span>}
        </p>
        <p className={styles.soft}>
          <code>{prefix}…</code>
        </p>
        <p className={styles.pills}>
          {scopes.map((scope) => (
            <span key={scope} className={styles.pill}>
              {t(`scope.${scope}`)}
            </span>
          ))}
        </p>
        <p className={styles.soft}>
          {[
            t('keys.created', { when: formatShortDateTime(created, dates) }),
            used === null ? t('keys.unused') : t('keys.used', { when: formatShortDateTime(used, dates) }),
            ...(expires === null
              ? []
              : [t(isExpired ? 'keys.expired' : 'keys.expires', { when: formatShortDateTime(expires, dates) })]),
          ].join(' · ')}
        </p>
      </div>
      <Button variant="default" aria-label={t('keys.revokeOf', { name })} onClick={onRevoke}>
        {t('keys.revoke')}
      </Button>
    </li>
  );
}

const lives = { never: null, days30: days(30), days90: days(90), year: days(365) } as const;
type Life = keyof typeof lives;

interface CreateDialogProps {
  offersTest: boolean;
  onMade: (key: string) => void;
  onClose: () => void;
}

function CreateDialog({ offersTest, onMade, onClose }: CreateDialogProps) {
  const { t } = useTranslation('developers');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiScope[]>([]);
  const [life, setLife] = useState<Life>('never');
  const [test, setTest] = useState(false);
  const create = useCreateKey();
  const refusal = create.error instanceof ApiRefusal ? create.error : undefined;
  const atField = refusal?.field('name') ?? refusal?.field('scopes');
  const submit = () => {
    const lasts = lives[life];
    create.mutate(
      { name, scopes, test, expires_at: lasts === null ? null : serverNow() + lasts },
      {
        onSuccess: ({ key }) => {
          onMade(key);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t('keys.createTitle')} onClose={onClose} closeOnClickOutside={false} closable={!create.isPending}>
      <Form
        className={styles.form}
        onSubmit={() => {
          submit();
        }}
      >
        <TextInput
          label={t('keys.name')}
          description={t('keys.nameHint')}
          value={name}
          maxLength={apiKeyNameCharsMax}
          onChange={(event) => setName(event.currentTarget.value)}
          error={refusal?.field('name')}
          data-autofocus
        />
        <Checkbox.Group
          label={t('keys.scopes')}
          value={scopes}
          onChange={(chosen) => setScopes(apiScopes.filter((scope) => chosen.includes(scope)))}
          error={refusal?.field('scopes')}
        >
          <div className={styles.choices}>
            {apiScopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          label={t('keys.expiry')}
          value={life}
          onChange={(event) => setLife(event.currentTarget.value as Life)}
          data={(Object.keys(lives) as Life[]).map((value) => ({ value, label: t(`keys.expiries.${value}`) }))}
        />
        {offersTest && (
          <Checkbox
            label={t('keys.test')}
            description={t('keys.testHint')}
            checked={test}
            onChange={(event) => setTest(event.currentTarget.checked)}
          />
        )}
        {create.isError && atField === undefined && (
          <p role="alert" className={styles.alert}>
            {messageOf(create.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" loading={create.isPending}>
            {t('keys.create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('developers');
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle')}
      text={t('keys.revokeText', { name: apiKey.name })}
      action={t('keys.revoke')}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(apiKey.id, {
          onSuccess: () => {
            onClose();
            toastGood(t('keys.revoked'));
          },
          onError: (error) => toastError(messageOf(error)),
        })
      }
    />
  );
}
