import SeriesPage from '#web/features/events/SeriesPage.tsx';
import { Suspense } from 'react';
import { lazy } from '#web/shared/lazy.tsx';

const SeriesPass = lazy(() => import('./SeriesPass.tsx'), ['series-pass']);

/** `/series/{uuid}` */
export default function SeriesWithPass() {
  return (
    <SeriesPage
      pass={(page) => (
        <Suspense fallback={null}>
          <SeriesPass page={page} />
        </Suspense>
      )}
    />
  );
}
