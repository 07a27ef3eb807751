import '#web/shared/styles/components.ts';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import type { WireReplayDownload } from '@frontrow/contract/broadcast/api.ts';
import { replayAddressMs } from '@frontrow/core/broadcast/limits.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './ReplayPage.module.css';

/** How often a video that is being made is asked for. */
const makingMs = 2_000;
const megabyte = 1_000_000;

const keyOf = (eventUuid: string) => ['replay', eventUuid, 'download'] as const;
const isMade = ({ state }: WireReplayDownload): boolean => state === 'queued' || state === 'running';
/** An address is replaced long before its time is over, so that the button of a page left open works. */
const askAgainMs = (download: WireReplayDownload | undefined): number | false => {
  if (download && isMade(download)) return makingMs;
  return download?.file ? replayAddressMs / 2 : false;
};

interface DownloadProps {
  eventUuid: string;
  isHost: boolean;
  /** With a replay ticket: who has downloaded it has watched it. */
  counts: boolean;
}

/** One MP4 of the replay, for its host, and for viewers where the host allows it. */
export function DownloadReplay({ eventUuid, isHost, counts }: DownloadProps) {
  const { t, language } = useTranslation('replay');
  const dates = useDates();
  const client = useQueryClient();
  const { data: download } = useQuery({
    queryKey: keyOf(eventUuid),
    queryFn: ({ signal }) => call('GET /events/:uuid/replay/download', { params: { uuid: eventUuid }, signal }),
    refetchInterval: ({ state }) => askAgainMs(state.data),
    // Nothing is asked while the page is hidden.
    refetchOnWindowFocus: true,
  });
  const onSuccess = (next: WireReplayDownload): void => void client.setQueryData(keyOf(eventUuid), next);
  const onError = (error: Error): void => toastError(messageOf(error));
  const preparation = useMutation({
    mutationFn: () => call('POST /events/replay/prepare_download', { body: { event_uuid: eventUuid } }),
    onSuccess,
    onError,
    scope: { id: keyOf(eventUuid).join() },
  });
  const permission = useMutation({
    mutationFn: (enabled: boolean) =>
      call('POST /events/replay/allow_downloads', { body: { event_uuid: eventUuid, enabled } }),
    onSuccess,
    onError,
    scope: { id: keyOf(eventUuid).join() },
  });
  if (!download || (!download.available && download.file === null)) return null;
  const { file, state, progress, ahead, problem } = download;
  const size = (bytes: number): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
      bytes / megabyte,
    );
  return (
    <section className={styles.offer} aria-labelledby="replay-download">
      <h2 id="replay-download">{t('download.title')}</h2>
      <p className={styles.line}>{t(counts ? 'download.textCounts' : 'download.text')}</p>
      {isMade(download) && (
        <div className={styles.making} role="status">
          <p className={styles.line}>
            {ahead > 0 ? t('download.queued', { count: ahead }) : t('download.running', { percent: progress })}
          </p>
          <progress className={styles.progress} max={100} value={progress} aria-label={t('download.making')} />
        </div>
      )}
      {state === 'failed' && (
        <p className={styles.line} role="status">
          {t(problem === 'disk_full' ? 'download.diskFull' : 'download.failed')}
        </p>
      )}
      {file ? (
        <div className={styles.making}>
          <Button
            component="a"
            href={file.url}
            download
            variant="ink"
            leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
          >
            {t('download.get', { size: size(file.bytes) })}
          </Button>
          <p className={styles.line}>{t('download.until', { date: formatShortDateTime(file.kept_until, dates) })}</p>
        </div>
      ) : (
        !isMade(download) && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
            loading={preparation.isPending}
            onClick={() => preparation.mutate()}
          >
            {t('download.prepare')}
          </Button>
        )
      )}
      {isHost && (
        <Switch
          label={t('download.allow')}
          description={t('download.allowText')}
          checked={permission.isPending ? permission.variables : download.viewers_allowed}
          onChange={(event) => permission.mutate(event.currentTarget.checked)}
        />
      )}
    </section>
  );
}
