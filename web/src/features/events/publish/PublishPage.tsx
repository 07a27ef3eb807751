import { Button } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import { BasicsSection } from './BasicsSection.tsx';
import { CoverSection } from './CoverSection.tsx';
import { PreviewCard } from './PreviewCard.tsx';
import { ProblemList } from './ProblemList.tsx';
import styles from './PublishPage.module.css';
import { TicketsSection } from './TicketsSection.tsx';
import { usePublish } from './use-publish.ts';
import { WhenSection } from './WhenSection.tsx';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));

/** `/publish_event`: form left, the card as it will look right; validated on submit only (spec §5). */
export default function PublishPage() {
  const { t } = useTranslation('publish');
  const navigate = useNavigate();
  const publish = usePublish();
  const [preview, setPreview] = useState(false);
  const [round, setRound] = useState(0);
  const submit = () => {
    if (!publish.submit()) setRound((before) => before + 1);
  };
  const { draft, zone, type } = publish;
  return (
    <>
      <title>{`${t('title')} · Frontrow`}</title>
      <div className={styles.bar}>
        <div className={`fr-column ${styles.barInner}`}>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.saved} role="status">
            {publish.saved && (
              <>
                <IconCloudCheck size={18} stroke={1.7} aria-hidden="true" />
                {t('saved')}
              </>
            )}
          </p>
          <Button variant="quiet" className={styles.quiet} onClick={() => void navigate(-1)}>
            {t('cancel')}
          </Button>
          <Button variant="default" className={styles.desktop} onClick={() => setPreview(true)}>
            {t('check')}
          </Button>
          <Button loading={publish.busy} onClick={submit}>
            {t('publish')}
          </Button>
        </div>
      </div>
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
            <PageTabs label={t('tabs')} tabs={[{ to: '/publish_event', text: t('tab') }]} />
          </div>
          <ProblemList problems={publish.problems} round={round} />
          <CoverSection publish={publish} />
          <BasicsSection publish={publish} />
          <WhenSection publish={publish} />
          <TicketsSection publish={publish} />
          <div className={styles.phone}>
            <Button variant="default" size="lg" onClick={() => setPreview(true)}>
              {t('check')}
            </Button>
            <Button variant="quiet" size="lg" onClick={() => void navigate(-1)}>
              {t('cancel')}
            </Button>
          </div>
        </form>
        <aside className={styles.preview} aria-label={t('live')}>
          <p className={styles.previewTitle}>{t('live')}</p>
          <PreviewCard draft={draft} zone={zone} type={type} />
        </aside>
      </div>
      <Suspense fallback={null}>
        {preview && <PreviewDialog draft={draft} zone={zone} onClose={() => setPreview(false)} />}
      </Suspense>
    </>
  );
}
