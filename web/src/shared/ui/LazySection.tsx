import { type ReactNode, Suspense } from 'react';

/**
 * A part of a page that loads, and is taken over from what the server drew, separately: one long task becomes several
 * short ones.
 */
export const LazySection = ({ children }: { children: ReactNode }) => <Suspense fallback={null}>{children}</Suspense>;
