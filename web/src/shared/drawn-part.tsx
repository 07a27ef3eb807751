import { memo, type ReactNode, Suspense } from 'react';

/**
 * A part that the server draws before its code is in the browser, with a Suspense boundary. React throws away what was
 * drawn, and a press on it, when an update reaches the boundary before the code is here. So only a prop that changed
 * passes; props that are objects must stay the same ones.
 */
export const drawnPart = <P extends object>(Part: (props: P) => ReactNode, fallback: ReactNode = null) =>
  memo((props: P) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  ));
