import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { staying } from '#web/shared/use-scroll.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { categoriesQuery, languagesQuery } from '#web/shared/catalog/queries.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { SectionTitle } from '#web/shared/ui/SectionTitle.tsx';
import { EventPage } from './EventGrid.tsx';
import { comingQueryOf, eventsQueryOf, type Filters, isFiltered, minuteNow } from './filters.ts';
import styles from './Everything.module.css';

interface EverythingProps {
  filters: Filters;
  /** When the page was opened: "today" and "this week" begin here. */
  now: number;
  title: string;
  languageName: (ide: number) => string | undefined;
}

/** The grid: everything that is coming, or what the filters leave of it. */
export function Everything({ filters, now, title, languageName }: EverythingProps) {
  const { t } = useTranslation('discover');
  const languages = useQuery(languagesQuery);
  const categories = useQuery(categoriesQuery);
  // Ids of languages and categories are looked up first: a filter must never be asked for as "everything".
  const ready = (filters.lang === null || !languages.isPending) && (filters.category === null || !categories.isPending);
  const query = !isFiltered(filters)
    ? comingQueryOf(now)
    : eventsQueryOf(filters, { languages: languages.data ?? [], categories: categories.data ?? [] }, minuteNow(now));
  return (
    <section aria-labelledby="everything">
      <SectionTitle id="everything" aside={<span className={styles.order}>{t('grid.order')}</span>}>
        {title}
      </SectionTitle>
      {ready && (
        <EventPage
          key={JSON.stringify(query)}
          query={query}
          languageName={languageName}
          empty={
            <EmptyState title={t('empty.title')} text={t('empty.text')} level={3}>
              {isFiltered(filters) && (
                <Button component={Link} to="/" variant="default" state={staying}>
                  {t('empty.all')}
                </Button>
              )}
            </EmptyState>
          }
        />
      )}
    </section>
  );
}
