import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { staying } from '#web/shared/use-scroll.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { FilterBar, type Filters, knownFilters, noFilters } from '#web/features/discover/index.ts';
import { NotFound } from '#web/shared/ui/NotFound.tsx';
import { useCatalog } from '#web/shared/catalog/use-catalog.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { SearchField } from './SearchField.tsx';
import styles from './SearchPage.module.css';
import { addressOf, canBeRead, pathOf, type SearchAddress, stageOf } from './search-address.ts';
import { SearchResults } from './SearchResults.tsx';
import { SearchStart } from './SearchStart.tsx';

/** `/search` and `/search/{tag}`: events as one types, with tags and hosts next to them. */
export default function SearchPage() {
  const { pathname } = useLocation();
  return canBeRead(pathname) ? <Search /> : <NotFound />;
}

function Search() {
  const { t } = useTranslation('search');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const catalog = useCatalog();
  const asked = addressOf(useParams()['tag'], params);
  const { text, tag } = asked;
  const address: SearchAddress = {
    ...asked,
    filters: knownFilters(asked.filters, catalog),
  };
  const stage = stageOf(address);
  usePageTitle(text !== '' ? t('titleFor', { text }) : tag !== null ? t('titleTag', { tag }) : t('title'));

  const go = (change: Partial<SearchAddress>, replace = false): void =>
    void navigate(pathOf({ ...address, ...change }), { replace, state: staying });
  const languageName = (ide: number): string | undefined =>
    catalog.languages?.find((language) => language.lang_ide === ide)?.lang_description;

  return (
    <>
      <div className={`fr-column ${styles.page}`}>
        {/* Typing replaces the address: a search is one step of the history. */}
        <SearchField text={text} tag={address.tag} onSearch={(next) => go({ text: next }, true)} />
      </div>
      {stage === 'search' && (
        <FilterBar filters={address.filters} onChange={(filters: Filters) => go({ filters })} catalog={catalog} />
      )}
      <div className="fr-column">
        {stage === 'search' ? (
          <SearchResults
            address={address}
            catalog={catalog}
            withoutFilters={pathOf({ ...address, filters: noFilters })}
            everywhere={pathOf({ ...address, tag: null })}
            languageName={languageName}
          />
        ) : (
          <SearchStart short={stage === 'short'} languageName={languageName} />
        )}
      </div>
    </>
  );
}
