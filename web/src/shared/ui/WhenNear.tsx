import { useIntersection } from '@mantine/hooks';
import { type ReactNode, Suspense, useRef } from 'react';

/** How far below the window something may be when it begins to load. */
const near = { rootMargin: '400px' };

/** What stands far down loads when the reader comes near it, and stays. */
export function WhenNear({ children }: { children: ReactNode }) {
  const { ref, entry } = useIntersection(near);
  const reached = useRef(false);
  reached.current ||= entry?.isIntersecting ?? false;
  return <div ref={ref}>{reached.current && <Suspense fallback={null}>{children}</Suspense>}</div>;
}
