import { IconCloudCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { BasicsSection } from './BasicsSection.tsx';
import { CoverSection } from './CoverSection.tsx';
import { PreviewCard } from './PreviewCard.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { ProblemList } from './ProblemList.tsx';
import styles from './PublishPage.module.css';
import { ScopeChoice } from '../ScopeChoice.tsx';
import { TicketsSection } from './TicketsSection.tsx';
import { type Publish, usePublish } from './use-publish.ts';
import { WhenNote, WhenSection } from './WhenSection.tsx';
import type { FormMode } from './form-mode.ts';

/** Whether the page before was one of ours: the router counts them. */
const cameFromHere = (): boolean => (window.history.state as { idx?: number } | null)?.idx !== 0;

interface BarProps {
  title: string;
  /** What of the draft is saved. */
  saved: Publish['saved'];
  busy: boolean;
  /** How much of it is sent, from 0 to 1. */
  share: Publish['share'];
  /** Label of the button that sends. */
  send: string;
  onLeave: () => void;
  onPreview: () => void;
  onSubmit: () => void;
}

/** Title and main buttons, always in sight. */
function Bar({ title, saved, busy, share, send, onLeave, onPreview, onSubmit }: BarProps) {
  const { t } = useTranslation('publish');
  return (
    <div className={styles.bar}>
      <div className={`fr-column ${styles.barInner}`}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.saved} role="status">
          {saved && (
            <>
              <IconCloudCheck size={18} stroke={1.7} aria-hidden="true" />
              {t(saved === 'all' ? 'saved' : 'savedBare')}
            </>
          )}
        </p>
        <Button variant="quiet" className={styles.quiet} onClick={onLeave}>
          {t('cancel')}
        </Button>
        <Button variant="default" className={styles.desktop} onClick={onPreview}>
          {t('check')}
        </Button>
        <Button loading={busy} onClick={onSubmit}>
          {send}
        </Button>
      </div>
      {share !== undefined && <progress className={styles.sending} value={share} aria-label={t('sending')} />}
    </div>
  );
}

/** The form at the left and its card at the right; validated on submit only. */
function PublishForm({ mode }: { mode: FormMode }) {
  const { t } = useTranslation('publish');
  const navigate = useNavigate();
  const publish = usePublish(mode);
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const changing = mode.kind === 'change';
  const title = t(changing ? 'changeTitle' : 'title');
  const [preview, setPreview] = useState(false);
  const [round, setRound] = useState(0);
  const submit = () => void publish.submit(() => setRound((before) => before + 1));
  const { draft, zone } = publish;
  // A form that was opened by its address has no page to go back to.
  const leave = () => void (cameFromHere() ? navigate(-1) : navigate('/my_live_events'));
  return (
    <>
      <title>{`${title} · Frontrow`}</title>
      <Bar
        title={title}
        saved={publish.saved}
        busy={publish.busy}
        share={publish.share}
        send={t(changing ? 'save' : 'publish')}
        onLeave={leave}
        onPreview={() => setPreview(true)}
        onSubmit={submit}
      />
      <div className={`fr-column ${styles.page}`}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div className={styles.tabs}>
            <PageTabs label={t('tabs')} tabs={[{ to: here, text: t('tab') }]} />
          </div>
          <ProblemList problems={publish.problems} round={round} />
          {changing && mode.of.series && (
            <ScopeChoice series={mode.of.series} value={publish.scope} onChange={publish.setScope} />
          )}
          <CoverSection publish={publish} />
          <BasicsSection publish={publish} />
          {changing ? (
            <WhenNote publish={publish} at={mode.of.event_date} zone={zone} />
          ) : (
            <WhenSection publish={publish} />
          )}
          <TicketsSection publish={publish} />
          <div className={styles.phone}>
            <Button variant="default" size="lg" onClick={() => setPreview(true)}>
              {t('check')}
            </Button>
            <Button variant="quiet" size="lg" onClick={leave}>
              {t('cancel')}
            </Button>
          </div>
          {/* For keyboards: at the end of the form the bar's button is far away. */}
          <Button className={styles.end} loading={publish.busy} onClick={submit}>
            {t(changing ? 'saveEnd' : 'publishEnd')}
          </Button>
        </form>
        <aside className={styles.preview} aria-label={t('live')}>
          <p className={styles.previewTitle}>{t('live')}</p>
          <PreviewCard draft={draft} zone={zone} />
        </aside>
      </div>
      {preview && <PreviewDialog draft={draft} zone={zone} onClose={() => setPreview(false)} />}
    </>
  );
}

/** Opens the form with one of the host's events. */
function FromEvent({ uuid, kind, joins = false }: { uuid: string; kind: 'change' | 'copy'; joins?: boolean }) {
  const { t } = useTranslation('publish');
  const own = useQuery({
    queryKey: ['event', uuid, 'draft'],
    queryFn: () => call('GET /events/:id/draft', { params: { id: uuid } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (own.data) return <PublishForm mode={{ kind, of: own.data, joins }} />;
  return (
    <div className="fr-column">
      <h1 className={styles.title}>{t(kind === 'change' ? 'changeTitle' : 'title')}</h1>
      {own.isError ? (
        <ErrorNote error={own.error} onRetry={() => void own.refetch()} />
      ) : (
        <Skeleton height={560} radius={16} top={24} />
      )}
    </div>
  );
}

const fresh: FormMode = { kind: 'new' };

/**
 * `/publish_event`; `?edit=` changes a published event, `?copy=` publishes another one like it, with `&joins` as a date
 * of the same series.
 */
export default function PublishPage() {
  const [search] = useSearchParams();
  const edit = search.get('edit');
  const copy = search.get('copy');
  if (edit !== null) return <FromEvent key={`edit ${edit}`} uuid={edit} kind="change" />;
  if (copy !== null)
    return <FromEvent key={`copy ${copy}`} uuid={copy} kind="copy" joins={search.get('joins') !== null} />;
  return <PublishForm mode={fresh} />;
}
