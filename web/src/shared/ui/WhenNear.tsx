import { type ReactNode, Suspense, useState } from 'react';
import { whenNear } from './when-near.ts';

/** What stands far down loads when the reader comes near it, and stays. */
export function WhenNear({ children }: { children: ReactNode }) {
  const [reached, setReached] = useState(false);
  return (
    <div ref={reached ? undefined : whenNear(400, () => setReached(true))}>
      {reached && <Suspense fallback={null}>{children}</Suspense>}
    </div>
  );
}
