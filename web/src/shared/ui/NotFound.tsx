import { lazy } from '#web/shared/lazy.tsx';
import { LazySection } from './LazySection.tsx';

const NotFoundPage = lazy(() => import('./NotFoundPage.tsx'), ['missing']);

/** A page whose event or person does not exist; its code and texts come only then. */
export const NotFound = () => (
  <LazySection>
    <NotFoundPage />
  </LazySection>
);
