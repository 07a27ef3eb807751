import '#web/shared/styles/components.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Connection.module.css';
import { CopyField } from './CopyField.tsx';
import { RotateKey } from './RotateKey.tsx';
import { useIngest } from './use-ingest.ts';

/** Server addresses and stream key, to be copied into the encoder. */
export function ConnectionCard({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('broadcast');
  const { data: ingest, isError, refetch } = useIngest(eventUuid);
  return (
    <section className={styles.card}>
      <h2>{t('connection.title')}</h2>
      {ingest ? (
        <>
          {ingest.rtmp_url !== null && <CopyField label={t('connection.rtmp')} value={ingest.rtmp_url} />}
          {ingest.rtmps_url !== undefined && <CopyField label={t('connection.rtmps')} value={ingest.rtmps_url} />}
          <CopyField
            label={t('connection.whip')}
            value={ingest.whip_url}
            {...(ingest.rtmp_url === null ? { note: t('connection.noRtmp') } : {})}
          />
          <CopyField
            key={ingest.stream_key}
            label={t('connection.key')}
            value={ingest.stream_key}
            secret
            note={t('connection.keyNote')}
          />
          <RotateKey eventUuid={eventUuid} />
        </>
      ) : isError ? (
        <div role="alert" className={styles.failed}>
          <p>{t('stream.failed')}</p>
          <Button size="sm" variant="default" onClick={() => void refetch()}>
            {t('stream.retry')}
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={t('stream.loading')} className={styles.loading} />
      )}
    </section>
  );
}
