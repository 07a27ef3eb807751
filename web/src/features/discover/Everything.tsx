import { staying } from '#web/shared/use-scroll.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useCatalog } from '#web/shared/catalog/use-catalog.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { SectionTitle } from '#web/shared/ui/SectionTitle.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { EventGrid } from './EventGrid.tsx';
import { canBeAsked, comingQueryOf, eventsQueryOf, type Filters, isFiltered, minuteNow } from './filters.ts';
import styles from './Everything.module.css';

interface EverythingProps {
  filters: Filters;
  /** When the page was opened: "today" and "this week" begin here. */
  now: number;
  title: string;
  languageName: (ide: number) => string | undefined;
}

/** The grid: everything upcoming, or what matches the filters. */
export function Everything({ filters, now, title, languageName }: EverythingProps) {
  const { t } = useTranslation('discover');
  const catalog = useCatalog();
  const ready = canBeAsked(filters, catalog);
  const query = isFiltered(filters) ? eventsQueryOf(filters, catalog, minuteNow(now)) : comingQueryOf(now);
  return (
    <section aria-labelledby="everything">
      <SectionTitle id="everything" aside={<span className={styles.order}>{t('grid.order')}</span>}>
        {title}
      </SectionTitle>
      {!ready && catalog.failed && (
        <Button variant="default" onClick={catalog.retry}>
          {t('app:error.retry')}
        </Button>
      )}
      {ready && (
        <EventGrid
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
