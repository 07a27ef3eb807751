import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../ui/Admin.module.css';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { moneyText } from '#web/shared/format/money.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { download } from '#web/shared/download.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';

type SepaFiles = AnswerOf<'GET /admin/payouts/sepa'>;
type SepaFile = SepaFiles['files'][number];
type SepaLine = SepaFile['lines'][number];
type Mark = Exclude<SepaLine['state'], 'in_file'>;

const key = ['admin', 'transfers'];

/** Bank transfers by file: make one of all that waits, download it, and note what the bank did. */
export function TransfersSection() {
  const { t, language } = useTranslation('payouts');
  const client = useQueryClient();
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => call('GET /admin/payouts/sepa', { signal }) });
  const make = useMutation({
    scope: { id: key.join() },
    mutationFn: () => call('POST /admin/payouts/sepa', { body: {} }),
    onSuccess: (files) => {
      client.setQueryData(key, files);
      toastGood(t('transfers.made'));
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return failed || <Skeleton height={96} radius={16} />;
  const { waiting, files } = list.data;
  return (
    <>
      {failed}
      <div className={styles.row}>
        <p className={styles.who}>
          {waiting.count === 0
            ? t('transfers.none')
            : t('transfers.waiting', {
                count: waiting.count,
                total: moneyText(waiting.total, waiting.currency_code, language),
              })}
        </p>
        {waiting.count > 0 && (
          <Button loading={make.isPending} onClick={() => make.mutate()}>
            {t('transfers.make')}
          </Button>
        )}
      </div>
      <h2 className={styles.more}>{t('transfers.files')}</h2>
      {files.length === 0 && <EmptyState title={t('transfers.noFiles')} text={t('transfers.noFilesText')} />}
      <ul className={styles.list}>
        {files.map((file) => (
          <FileRow key={file.file_uuid} file={file} />
        ))}
      </ul>
    </>
  );
}

/** Notes what the bank did, and shows the list as it is afterwards. */
function useMark() {
  const { t } = useTranslation('payouts');
  const client = useQueryClient();
  return async (body: { file_uuid?: string; payout_uuid?: string; state: Mark; reason?: string }): Promise<void> => {
    client.setQueryData<SepaFiles>(key, await call('POST /admin/payouts/sepa/mark', { body }));
    toastGood(t('transfers.marked'));
  };
}

function FileRow({ file }: { file: SepaFile }) {
  const { t, language } = useTranslation('payouts');
  const dates = useDates();
  const mark = useMark();
  const [returning, setReturning] = useState<{ line: SepaLine; state: 'rejected' | 'returned' }>();
  const fetchFile = useMutation({
    mutationFn: () => call('GET /admin/payouts/sepa/:uuid', { params: { uuid: file.file_uuid } }),
    onSuccess: ({ name, xml }) => download(name, 'application/xml', xml),
    onError: (error) => toastError(messageOf(error)),
  });
  const all = useMutation({
    scope: { id: key.join() },
    mutationFn: () => mark({ file_uuid: file.file_uuid, state: 'executed' }),
    onError: (error) => toastError(messageOf(error)),
  });
  const isOpen = file.lines.some(({ state }) => state === 'in_file');
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>{file.name}</p>
        <p className={styles.line}>
          {t('transfers.file', {
            total: moneyText(file.total, file.currency_code, language),
            date: formatShortDateTime(file.made_at, dates),
          })}{' '}
          · {t('transfers.lines', { count: file.lines.length })}
        </p>
        <ul className={styles.list}>
          {file.lines.map((line) => (
            <LineRow key={line.payout_uuid} line={line} code={file.currency_code} onRefuse={setReturning} />
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          aria-label={t('transfers.downloadOf', { name: file.name })}
          loading={fetchFile.isPending}
          onClick={() => fetchFile.mutate()}
        >
          {t('transfers.download')}
        </Button>
        {isOpen && (
          <Button
            aria-label={t('transfers.allDoneOf', { name: file.name })}
            loading={all.isPending}
            onClick={() => all.mutate()}
          >
            {t('transfers.allDone')}
          </Button>
        )}
      </div>
      {returning && (
        <ReasonDialog
          title={t(`transfers.${returning.state}`)}
          text={t('transfers.mark', {
            state: t(`transfers.${returning.state}`),
            holder: returning.line.holder_name,
            amount: moneyText(returning.line.amount, file.currency_code, language),
          })}
          action={t(`transfers.${returning.state}`)}
          done={t('transfers.marked')}
          act={(reason) => mark({ payout_uuid: returning.line.payout_uuid, state: returning.state, reason })}
          scope={key.join()}
          onClose={() => setReturning(undefined)}
          onSettled={() => undefined}
        />
      )}
    </li>
  );
}

interface LineRowProps {
  line: SepaLine;
  code: string;
  onRefuse: (line: { line: SepaLine; state: 'rejected' | 'returned' }) => void;
}

function LineRow({ line, code, onRefuse }: LineRowProps) {
  const { t, language } = useTranslation('payouts');
  const mark = useMark();
  const amount = moneyText(line.amount, code, language);
  const execute = useMutation({
    scope: { id: key.join() },
    mutationFn: () => mark({ payout_uuid: line.payout_uuid, state: 'executed' }),
    onError: (error) => toastError(messageOf(error)),
  });
  const labelOf = (state: Mark) =>
    t('transfers.mark', { state: t(`transfers.${state}`), holder: line.holder_name, amount });
  const refusal = line.state === 'in_file' ? 'rejected' : 'returned';
  return (
    <li className={styles.actions}>
      <p className={styles.line}>
        {line.holder_name} · {amount} · {t(`transfers.state.${line.state}`)} · {line.end_to_end_id}
      </p>
      {line.state === 'in_file' && (
        <Button
          size="xs"
          variant="default"
          aria-label={labelOf('executed')}
          loading={execute.isPending}
          onClick={() => execute.mutate()}
        >
          {t('transfers.executed')}
        </Button>
      )}
      {(line.state === 'in_file' || line.state === 'executed') && (
        <Button
          size="xs"
          variant="default"
          aria-label={labelOf(refusal)}
          onClick={() => onRefuse({ line, state: refusal })}
        >
          {t(`transfers.${refusal}`)}
        </Button>
      )}
    </li>
  );
}
