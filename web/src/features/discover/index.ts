/** What other features may use of Discover: filters, rails and cards of lists. */
export { EventGrid } from './EventGrid.tsx';
export { FilterBar } from './FilterBar.tsx';
export { Rail } from './Rail.tsx';
export {
  canBeAsked,
  comingQueryOf,
  eventsQueryOf,
  type Filters,
  filtersOf,
  isFiltered,
  knownFilters,
  minuteNow,
  noFilters,
  paramsOf,
} from './filters.ts';
export { pageQuery } from './queries.ts';
