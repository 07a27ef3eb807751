import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { EventGrid } from '#web/features/discover/index.ts';
import { categoriesQuery, languagesQuery } from '#web/shared/catalog/queries.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { SectionTitle } from '#web/shared/ui/SectionTitle.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Landing } from './Landing.tsx';
import styles from './Landing.module.css';

const slug = 'wellness';

/** `/wellness`: the events of that category. */
export default function WellnessPage() {
  const { t } = useTranslation('landing-pages');
  const categories = useQuery(categoriesQuery);
  const languages = useQuery(languagesQuery);
  const category = categories.data?.find((one) => one.category_slug === slug)?.category_ide;
  return (
    <Landing title={t('wellness.title')} heading={t('wellness.heading')} text={t('wellness.text')}>
      <SectionTitle line={t('wellness.eventsLine')}>{t('wellness.events')}</SectionTitle>
      <div className={styles.events}>
        {categories.isError && <ErrorNote error={categories.error} onRetry={() => void categories.refetch()} />}
        {category !== undefined && (
          <EventGrid
            query={{ category }}
            languageName={(ide) => languages.data?.find((one) => one.lang_ide === ide)?.lang_description}
            empty={
              <EmptyState title={t('wellness.none')} text={t('wellness.noneText')} level={3}>
                <Button component={Link} to="/" variant="default">
                  {t('wellness.seeAll')}
                </Button>
              </EmptyState>
            }
          />
        )}
      </div>
    </Landing>
  );
}
